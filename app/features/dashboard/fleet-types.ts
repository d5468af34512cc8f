import type { AlarmPriority } from "#app/domain/alarms/types.ts";
import type { AlarmsOn } from "#app/domain/alarms/alarms-on.ts";
import type { MaintenanceStatus } from "#app/domain/maintenance/types.ts";
import type { DowntimePrediction } from "#app/domain/prediction/types.ts";
import type { Grid } from "#app/domain/series/grid.ts";
import type { StateSince } from "#app/domain/metrics/state-since.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import type { NotesAsked } from "#app/kit/charts/chart-notes.tsx";
import type { ChartAnnotation } from "#app/kit/charts/types.ts";

/** The metrics of a machine's card, all live. */
export const CARD_METRICS = [
  "machine_state",
  "machine_speed",
  "sheets_per_hour",
  "msf_hr",
  "uptime",
  "signal_4bar",
] as const;
export type CardMetric = (typeof CARD_METRICS)[number];

/** The newest sample as the page got it; null when the machine never sent one. */
export type InitialReading = {
  value: number | string;
  timeMs: number;
  adFlag: boolean | null;
} | null;

export type FleetMachine = {
  id: number;
  name: string;
  make: string;
  model: string;
  facility: { id: number; name: string; city: string; state: string } | null;
  timezone: string;
  /** False when its recorder did not answer in time: the others are shown all the same. */
  reachable: boolean;
  initial: Record<CardMetric, InitialReading>;
  /** A sampler still holds past readings that it has not delivered yet. */
  historyArriving: boolean;
  risk: DowntimePrediction;
  /** Somebody set what its productivity is measured against; else it is its good pace, which it passed in 5% of its working time. */
  hasTarget: boolean;
  /** Whether the reader may see and report its events. */
  opensEvents: boolean;
};

/** A facility that may be shown; `active` is the reader's own choice. */
export type FacilityChoice = {
  id: number;
  name: string;
  city: string;
  state: string;
  timezone: string;
  active: boolean;
};

export type Fleet = {
  /** The customer whose fleet it is; null for the provider's staff, who see several. */
  customerName: string | null;
  facilities: FacilityChoice[];
  /** Machines without a facility: shown as long as every facility is. */
  unplaced: number;
  /** The zone of the charts: that of most machines. */
  timezone: string;
  machines: FleetMachine[];
  /** When the values were read, by Helios' clock. */
  nowMs: number;
};

/** The metrics that the fleet's charts draw. */
export const CHART_METRICS = ["sheets_per_hour", "machine_speed", "msf_hr"] as const;
export type ChartMetric = (typeof CHART_METRICS)[number];
/** The charts have one window and one step, so that they end at the same moment. The card's line is sheets per hour. */
export const CHART_HOURS = 8;
export const CHART_STEP_MS = 240_000;
export const CHART_STEPS = (CHART_HOURS * HOUR_MS) / CHART_STEP_MS;
export const CHART_DECIMALS: Record<ChartMetric, number> = {
  sheets_per_hour: 0,
  machine_speed: 0,
  msf_hr: 1,
};
/** Datapoints that a chart tells over its window (spec 000 §9). */
export const CHART_POINTS = 4;

/** The charts' series of a machine. */
export type Grids = Readonly<Record<ChartMetric, Grid>>;

export type MachineHistory = {
  grids: Grids;
  states: readonly StateChange[];
  /** Of a state that held already when these begin: when it began. */
  since?: StateSince | undefined;
  /** Over the last 4 hours. */
  averages: MachineAverages;
  /** Sheets per hour that its productivity is measured against: what somebody set, else what was learned, once that is enough. */
  targetSheetsPerHour: number | null;
  /** What was learned is of too few minutes to be called a good pace. */
  isTargetYoung: boolean;
};

/** Fractions; null without a sample. */
export type MachineMeans = { uptime: number | null; productivity: number | null };
/** `spanMs`: for how long within the range readings held, as the means have it; null where none did. */
export type MachineAverages = MachineMeans & { spanMs: number | null };
/** The mean of the machines that have a value, and how many these are. */
export type FleetAverages = Record<
  keyof MachineMeans,
  { value: number | null; machines: number }
> & {
  /** Machines that could not be read: whether they have readings is not known. */
  unread: number;
  /** For how long there are readings, at most; `isMost`: of some machines for less. */
  span: { ms: number; isMost: boolean } | null;
};

export const GAUGE_RANGES = ["4hr", "day", "week"] as const;
export type GaugeRange = (typeof GAUGE_RANGES)[number];
/** What a gauge's range is short of before that is said. */
export const SPAN_SLACK = 0.05;
export const GAUGE_RANGE_MS: Record<GaugeRange, number> = {
  "4hr": 4 * HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
};

/** A machine whose store did not answer is left out. */
export type FleetHistory = { windowEndMs: number; machines: Record<number, MachineHistory> };

/** The past is read in finer steps than it is drawn: in which a machine turned is known more exactly. */
export const PAST_PER_STEP = 2;
/** A card's strip of states: as long as the past that is read. */
export const STRIP_MS = CHART_STEP_MS * CHART_STEPS;
export const STRIP_HOURS = STRIP_MS / HOUR_MS;

/** Work that is due, as the dashboard lists it. */
export type MaintenanceRow = {
  id: number;
  deviceId: number;
  deviceName: string;
  timezone: string;
  name: string;
  description: string;
  status: MaintenanceStatus;
  currentState: number | null;
  /** Percent of life left at which it is due. */
  cutoffValue: number;
  nextServiceDate: number;
  snoozedUntil: number | null;
  lastPerformedAt: number | null;
};
export type AlarmRow = {
  id: number;
  deviceId: number;
  deviceName: string;
  timezone: string;
  name: string;
  url: string;
  triggeredAt: number | null;
  priority: AlarmPriority;
  /** It tells nobody until then, and is not counted; null: it is not shelved. */
  shelvedUntil: number | null;
};
/** Of one machine; an alarm that is shelved does not count. */
export type MachineCounts = {
  alarms: number;
  overdue: number;
  /** Of its most urgent alarm: 0 low to 3 critical. Left out where that is not known or told otherwise. */
  urgency?: number;
};
/** `on`: how many are not shelved, of all machines. `nextReturnMs`: until a shelved one comes back; null: none is. */
export type AttentionAlarms = { rows: AlarmRow[]; total: number } & AlarmsOn;
/** What requires attention: the first rows of each, how many there are, and of each machine that has any. */
export type Attention = {
  maintenances: {
    rows: MaintenanceRow[];
    total: number;
    /** Past their date, and put off by somebody: not counted as overdue. */
    snoozed: number;
  };
  alarms: AttentionAlarms;
  counts: Record<number, MachineCounts>;
};
/** Machines that are shown and have no maintenance, by their service tiers. `names`: of the first ones. `needed`: the first tier that has. */
export type WorkLock = {
  needed: string | null;
  machines: number;
  names: string[];
  isAll: boolean;
};
export const ATTENTION_TABLES = ["maintenances", "alarms"] as const;
export type AttentionTable = (typeof ATTENTION_TABLES)[number];
/** Compact tables show five rows and no paging (spec 000 §9). */
export const ATTENTION_ROWS = 5;

export type FleetChartsProps = {
  fleet: Fleet;
  /** These are some machines of a larger fleet. */
  isPart?: boolean;
  /** Machines whose past could not be read. */
  unread: ReadonlySet<number>;
};
/** Reads what people noted on a machine's chart. */
export type FleetNotesProps = NotesAsked & {
  onNotes: (notes: readonly ChartAnnotation[]) => void;
};
