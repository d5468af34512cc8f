/**
 * What goes wrong in a plant, for machines that are told to have faults: planned from the machine's seed, a week at a time,
 * so that any moment can be read again. Detection should find each but the changed set-point, which is none.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import type { MachineModel } from "./machine-model.ts";
import { fraction } from "./random.ts";
import { readMoment, round, type Moment, type Tag, type Value } from "./reading.ts";

export type FaultKind =
  | "bearing_warms"
  | "vacuum_drifts"
  | "sensor_sticks"
  | "spikes"
  | "set_point_changes";
export type PlantFault = {
  kind: FaultKind;
  tag: string;
  startMs: number;
  endMs: number;
  /** False of what only looks like one. */
  isFault: boolean;
};

type Plan = {
  tag: string;
  lastsMs: number;
  isFault: boolean;
  /** The value while it lasts; `share` of it is over, `healthy` is what the tag would read. */
  change: (healthy: number, share: number, moment: Moment) => number;
};
const WEEK_MS = 7 * DAY_MS;
/** The first Monday of Unix time. */
const MONDAY_MS = 4 * DAY_MS;
/** Share of weeks that have one: each kind about every ten weeks. */
const CHANCE = 0.1;
const SPIKE_EVERY_MS = 20 * MINUTE_MS;

const PLANS: Readonly<Record<Exclude<FaultKind, "sensor_sticks">, Plan>> = {
  bearing_warms: {
    tag: "bearing_temp_1_f",
    lastsMs: 60 * HOUR_MS,
    isFault: true,
    change: (healthy, share) => round(healthy + 45 * share * share, 1),
  },
  vacuum_drifts: {
    tag: "vacuum_inh2o",
    lastsMs: 48 * HOUR_MS,
    isFault: true,
    change: (healthy, share) => (healthy === 0 ? 0 : round(Math.max(0.5, healthy - 6 * share), 2)),
  },
  spikes: {
    tag: "main_drive_load_percent",
    lastsMs: 2 * HOUR_MS,
    isFault: true,
    change: (healthy, _share, { timeMs }) =>
      healthy > 0 && timeMs % SPIKE_EVERY_MS < MINUTE_MS ? round(healthy + 70, 1) : healthy,
  },
  // The operator lets the dryer work hotter: it is as far off as a fault, at once, and stays.
  set_point_changes: {
    tag: "dryer_temp_f",
    lastsMs: 72 * HOUR_MS,
    isFault: false,
    change: (healthy, _share, { heat }) => round(healthy + 9 * heat, 1),
  },
};
const STICKS = { tag: "main_motor_temp_f", lastsMs: 16 * HOUR_MS, isFault: true };
const KINDS = Object.keys({ ...PLANS, sensor_sticks: STICKS }) as FaultKind[];
const planOf = (kind: FaultKind): Omit<Plan, "change"> =>
  kind === "sensor_sticks" ? STICKS : PLANS[kind];

/** The machine's fault of that kind in the week that begins then; null without one. */
function faultIn({ seed }: MachineModel, kind: FaultKind, weekMs: number): PlantFault | null {
  const { tag, lastsMs, isFault } = planOf(kind);
  const [salt, week] = [seed ^ (900 + KINDS.indexOf(kind)), Math.round(weekMs / WEEK_MS)];
  if (fraction(salt, 2 * week) >= CHANCE) return null;
  const room = Math.floor(((WEEK_MS - lastsMs) * fraction(salt, 2 * week + 1)) / 1_000) * 1_000;
  return { kind, tag, startMs: weekMs + room, endMs: weekMs + room + lastsMs, isFault };
}

const weekOf = (timeMs: number): number =>
  Math.floor((timeMs - MONDAY_MS) / WEEK_MS) * WEEK_MS + MONDAY_MS;

/** Faults that overlap [fromMs, toMs), by when they began. */
export function faultsWithin(machine: MachineModel, fromMs: number, toMs: number): PlantFault[] {
  const found: PlantFault[] = [];
  for (let week = weekOf(fromMs); week < toMs; week += WEEK_MS)
    for (const kind of KINDS) {
      const fault = faultIn(machine, kind, week);
      if (fault && fault.startMs < toMs && fault.endMs > fromMs) found.push(fault);
    }
  return found.sort((a, b) => a.startMs - b.startMs);
}

const KIND_OF = new Map(KINDS.map((kind) => [planOf(kind).tag, kind]));

/** What the tag reads, with what is wrong at the moment where the machine has faults. */
export function readTag(tag: Tag, moment: Moment): Value {
  const healthy = tag.read(moment);
  const { machine, timeMs } = moment;
  const kind = machine.identity.faults === true ? KIND_OF.get(tag.key) : undefined;
  if (kind === undefined || typeof healthy !== "number") return healthy;
  const fault = faultIn(machine, kind, weekOf(timeMs));
  if (!fault || timeMs < fault.startMs || timeMs >= fault.endMs) return healthy;
  if (kind === "sensor_sticks") return tag.read(readMoment(machine, fault.startMs));
  const share = (timeMs - fault.startMs) / (fault.endMs - fault.startMs);
  return PLANS[kind].change(healthy, share, moment);
}
