import { MINUTE_MS } from "#app/domain/durations.ts";
import { meanOfTurning, sumGrids, withSample, type Grid } from "#app/domain/series/grid.ts";
import {
  betterSince,
  sinceOfChange,
  stateSince,
  type StateSince,
} from "#app/domain/metrics/state-since.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import { isFeeding, isRunning, toStateCode } from "#app/domain/metrics/states.ts";
import {
  CARD_METRICS,
  CHART_METRICS,
  STRIP_MS,
  type CardMetric,
  type ChartMetric,
  type FleetHistory,
  type FleetMachine,
  type Grids,
} from "./fleet-types.ts";

/** A value on a card, as app/live hands it out. */
export type Reading = {
  value: number | string | null;
  timeMs: number | null;
  adFlag: boolean | null;
  stale: boolean;
  ageMs: number | null;
};
export type Readings = Record<CardMetric, Reading>;

const STALE_MS = 15_000;

/** The server's values as readings: what is on the page before the first live message. */
export function toReadings({ initial }: Pick<FleetMachine, "initial">, nowMs: number): Readings {
  const read = (metric: CardMetric): Reading => {
    const sample = initial[metric];
    if (sample === null)
      return { value: null, timeMs: null, adFlag: null, stale: true, ageMs: null };
    const ageMs = Math.max(0, nowMs - sample.timeMs);
    return { ...sample, ageMs, stale: ageMs > STALE_MS };
  };
  return Object.fromEntries(CARD_METRICS.map((metric) => [metric, read(metric)])) as Readings;
}

export type FleetSnapshot = {
  readings: ReadonlyMap<number, Readings>;
  grids: ReadonlyMap<number, Grids>;
  /** When each machine's state began, where that is known. */
  since: ReadonlyMap<number, StateSince>;
};

/**
 * What the cards know, gathered for the tiles and the chart: each card reports its machine, the tiles add up.
 * Snapshots are immutable; a listener is told at most once per change.
 */
export class FleetStore {
  #snapshot: FleetSnapshot;
  readonly #listeners = new Set<() => void>();
  /** What is drawn of the past began with it. */
  #history: FleetHistory | null = null;

  constructor(readings: ReadonlyMap<number, Readings>, history: FleetHistory | null = null) {
    this.#snapshot = { readings, grids: new Map(), since: new Map() };
    if (history !== null) this.loadHistory(history);
  }

  readonly snapshot = (): FleetSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The newest values of one machine; new samples of what the charts draw extend its series. */
  report(deviceId: number, readings: Readings): void {
    const before = this.#snapshot.readings.get(deviceId);
    const held = this.#snapshot.grids.get(deviceId);
    const longer =
      held &&
      CHART_METRICS.reduce(
        (grids, metric) => extended(grids, metric, readings[metric], before?.[metric]),
        held,
      );
    const grids =
      longer && longer !== held
        ? new Map(this.#snapshot.grids).set(deviceId, longer)
        : this.#snapshot.grids;
    this.#publish({
      readings: new Map(this.#snapshot.readings).set(deviceId, readings),
      grids,
      since: this.#sinceWith(deviceId, readings.machine_state, before?.machine_state),
    });
  }

  /** The past as the server read it; replaces what was gathered since, which the server has too. */
  loadHistory(history: FleetHistory): void {
    if (history === this.#history) return;
    this.#history = history;
    const { windowEndMs, machines } = history;
    const pasts = Object.entries(machines).map(([id, past]) => [Number(id), past] as const);
    const states = Object.fromEntries(pasts.map(([id, past]) => [id, past.states]));
    this.#publish({
      ...this.#snapshot,
      grids: new Map(pasts.map(([id, { grids }]) => [id, grids])),
      since: this.#sinceOf(windowEndMs, states),
    });
  }

  /** Of a wall, that draws no lines: the states alone. */
  loadStates(windowEndMs: number, states: Readonly<Record<number, readonly StateChange[]>>): void {
    this.#publish({ ...this.#snapshot, since: this.#sinceOf(windowEndMs, states) });
  }

  /** Machines that are not among these any more are forgotten. */
  keepOnly(deviceIds: ReadonlySet<number>): void {
    const kept = new Map([...this.#snapshot.readings].filter(([id]) => deviceIds.has(id)));
    const grids = new Map([...this.#snapshot.grids].filter(([id]) => deviceIds.has(id)));
    const since = new Map([...this.#snapshot.since].filter(([id]) => deviceIds.has(id)));
    if (kept.size !== this.#snapshot.readings.size) this.#publish({ readings: kept, grids, since });
  }

  #sinceWith(deviceId: number, state: Reading, before: Reading | undefined) {
    const began = before === undefined ? null : sinceOfChange(before, state);
    const { since } = this.#snapshot;
    return began === null ? since : new Map(since).set(deviceId, began);
  }

  /** As the server read it. Of a machine that could not be read now, what was known before stays. */
  #sinceOf(
    windowEndMs: number,
    states: Readonly<Record<string, readonly StateChange[]>>,
  ): Map<number, StateSince> {
    const known = new Map(this.#snapshot.since);
    for (const [key, changes] of Object.entries(states)) {
      const id = Number(key);
      const read = stateSince(changes, windowEndMs - STRIP_MS);
      const since = betterSince(known.get(id), read);
      if (since) known.set(id, since);
    }
    return known;
  }

  #publish(snapshot: FleetSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}

/** With the reading's sample, if it is a newer one. */
function extended(
  grids: Grids,
  metric: ChartMetric,
  { value, timeMs }: Reading,
  before: Reading | undefined,
): Grids {
  if (typeof value !== "number" || timeMs === null || timeMs <= (before?.timeMs ?? 0)) return grids;
  const held =
    typeof before?.value === "number" && before.timeMs !== null
      ? { timeMs: before.timeMs, value: before.value }
      : null;
  return { ...grids, [metric]: withSample(grids[metric], { timeMs, value }, held) };
}

/** A figure of the fleet, and how many machines are in it. */
export type Total = {
  /** null when no machine says it. */
  value: number | null;
  machines: number;
  /** Age of its newest reading, ms; null when no machine ever said it. */
  ageMs: number | null;
};
export type FleetTotals = {
  /** Machines whose state is known. */
  heard: number;
  running: number;
  feeding: number;
  sheetsPerHour: Total;
  msfPerHour: Total;
  /** Mean of the machines that turn; 0 when all stand. Made of all whose speed is known. */
  speed: Total;
  /** Machines that send nothing now, whether or not they ever did. One that a figure lacks for another reason is not among them. */
  silent: number[];
  /** The figures are the last known ones, because nothing of now is known. */
  stale: boolean;
  /** Age of the newest value of all, ms. */
  ageMs: number | null;
};

const least = (numbers: number[]): number | null =>
  numbers.length === 0 ? null : Math.min(...numbers);
const sum = (values: number[]): number | null =>
  values.length === 0 ? null : values.reduce((total, value) => total + value, 0);

function meanOfTurningSpeeds(speeds: number[]): number | null {
  const turning = speeds.filter((speed) => speed > 0);
  if (turning.length > 0) return (sum(turning) ?? 0) / turning.length;
  return speeds.length > 0 ? 0 : null;
}

const isFresh = ({ value, stale }: Reading) => value !== null && !stale;
/** Whether anything of it arrives now: its state, its throughput or its speed, which a sampler may send alone. */
export const sends = (machine: Readings): boolean =>
  isFresh(machine.machine_state) ||
  isFresh(machine.sheets_per_hour) ||
  isFresh(machine.machine_speed);

/** Whether it ever said its state, its throughput or its speed. */
export const hasSpoken = ({ machine_state, sheets_per_hour, machine_speed }: Readings): boolean =>
  [machine_state, sheets_per_hour, machine_speed].some(({ timeMs }) => timeMs !== null);

/** Nothing is known of it, because its recorder did not answer and its channels have told nothing since. */
export const isUnread = (reachable: boolean, machine: Readings): boolean =>
  !reachable && !hasSpoken(machine);

/** Values that came last no further apart belong to one moment. */
const TOGETHER_MS = 2 * MINUTE_MS;

/**
 * The fleet now. A stale value counts for nothing beside fresh ones: each figure says of how many machines it is. When
 * nothing is fresh, or this page is cut off (`isCut`), the last values stay and are said to be past: those of the machines
 * that spoke until then, not of such as had been silent for long.
 */
export function fleetTotals(readings: ReadonlyMap<number, Readings>, isCut = false): FleetTotals {
  const all = [...readings.values()];
  const stale = isCut || !all.some(sends);
  const ageMs = least(
    all.flatMap(({ machine_state, sheets_per_hour, machine_speed }) =>
      [machine_state, sheets_per_hour, machine_speed].flatMap((reading) => reading.ageMs ?? []),
    ),
  );
  const counts = (reading: Reading) =>
    isFresh(reading) ||
    (stale && reading.value !== null && (reading.ageMs ?? 0) <= (ageMs ?? 0) + TOGETHER_MS);
  const states = all.flatMap(({ machine_state: state }) =>
    state.value !== null && counts(state) ? (toStateCode(state.value) ?? []) : [],
  );
  const numbers = (metric: CardMetric) =>
    all.flatMap(({ [metric]: reading }) =>
      counts(reading) && typeof reading.value === "number" ? reading.value : [],
    );
  const totalOf = (metric: CardMetric, total: typeof sum = sum): Total => {
    const values = numbers(metric);
    const ages = all.flatMap(({ [metric]: reading }) => reading.ageMs ?? []);
    return { value: total(values), machines: values.length, ageMs: least(ages) };
  };
  return {
    heard: states.length,
    running: states.filter(isRunning).length,
    feeding: states.filter(isFeeding).length,
    sheetsPerHour: totalOf("sheets_per_hour"),
    msfPerHour: totalOf("msf_hr"),
    speed: totalOf("machine_speed", meanOfTurningSpeeds),
    silent: [...readings].flatMap(([id, machine]) => (sends(machine) ? [] : id)),
    stale,
    ageMs,
  };
}

/** Whether what is drawn of a machine, or of the fleet, goes on to now; else how old its newest value is, null where nobody knows. */
export function chartAge(
  { readings }: Pick<FleetSnapshot, "readings">,
  deviceId: number | null,
  isCut: boolean,
): { isNow: boolean; ageMs: number | null } {
  const one = deviceId === null ? undefined : readings.get(deviceId);
  const asked = deviceId === null ? readings : new Map(one && [[deviceId, one]]);
  const { stale, ageMs } = fleetTotals(asked, isCut);
  return { isNow: !stale, ageMs };
}

/**
 * The series of one machine, or of the fleet: production added up, speed as the mean of the machines that turn. A fleet's
 * has no band: the sum of each machine's lowest readings is no reading of anything.
 */
export function chartGrid(
  { grids }: FleetSnapshot,
  metric: ChartMetric,
  deviceId: number | null = null,
): Grid | null {
  if (deviceId !== null) return grids.get(deviceId)?.[metric] ?? null;
  if (grids.size === 0) return null;
  const all = [...grids.values()].map((machine) => machine[metric]);
  return withoutBand(metric === "machine_speed" ? meanOfTurning(all) : sumGrids(all));
}

const withoutBand = (grid: Grid): Grid => ({
  ...grid,
  buckets: grid.buckets.map(
    (bucket) => bucket && { ...bucket, min: bucket.mean, max: bucket.mean },
  ),
});
