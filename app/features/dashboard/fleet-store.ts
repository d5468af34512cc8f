import { meanOfTurning, sumGrids, withSample, type Grid } from "#app/domain/series/grid.ts";
import {
  betterSince,
  sinceOfTurn,
  stateSince,
  type StateSince,
} from "#app/domain/metrics/state-since.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import {
  CHART_METRICS,
  STRIP_MS,
  type ChartMetric,
  type FleetHistory,
  type Grids,
  type MachineHistory,
} from "./fleet-types.ts";
import type { ConnectionState } from "#app/live/connection.ts";
import { areLess, fleetTotals, type Known } from "./fleet-totals.ts";
import type { Reading, Readings } from "./readings.ts";

export type FleetSnapshot = Known & {
  grids: ReadonlyMap<number, Grids>;
  /** When each machine's state began, where that is known. */
  since: ReadonlyMap<number, StateSince>;
};

/** A sampler that lost Helios is back within 15 s of it (simulator/back-off.ts); a machine that is not heard by then is silent. */
const AWAITED_MS = 20_000;

/**
 * What the cards know, gathered for the tiles and the chart: each card reports its machine, the tiles add up.
 * Snapshots are immutable; a listener is told at most once per change.
 */
export class FleetStore {
  #snapshot: FleetSnapshot;
  readonly #listeners = new Set<() => void>();
  /** What is drawn of the past began with it. */
  #history: FleetHistory | null = null;
  #awaitsUntilMs = 0;

  constructor(readings: ReadonlyMap<number, Readings>, history: FleetHistory | null = null) {
    this.#snapshot = { readings, grids: new Map(), since: new Map(), before: null };
    if (history !== null) this.loadHistory(history);
  }

  readonly snapshot = (): FleetSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * The page begins to hear, for the first time or again, and hears machine by machine: what is counted stays as it was until
   * no machine fewer is counted, or all were awaited long enough. `connection`: how it stood until now.
   */
  readonly awaitAll = (connection: ConnectionState): void => {
    const atMs = performance.now();
    const { readings, before } = this.#snapshot;
    const totals = fleetTotals(readings, connection === "lost");
    this.#awaitsUntilMs = atMs + AWAITED_MS;
    this.#publish({ ...this.#snapshot, before: before ?? { readings, totals, atMs, agoMs: 0 } });
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
      ...this.#snapshot,
      readings: new Map(this.#snapshot.readings).set(deviceId, readings),
      grids,
      since: this.#sinceWith(deviceId, readings.machine_state, before?.machine_state),
    });
  }

  /** The past as the server read it; replaces what was gathered since, which the server has too. That of a machine that could not be read stays. */
  loadHistory(history: FleetHistory): void {
    if (history === this.#history) return;
    this.#history = history;
    const { windowEndMs, machines } = history;
    const pasts = Object.entries(machines).map(([id, past]) => [Number(id), past] as const);
    this.#publish({
      ...this.#snapshot,
      grids: new Map([
        ...this.#snapshot.grids,
        ...pasts.map(([id, { grids }]) => [id, grids] as const),
      ]),
      since: this.#sinceOf(windowEndMs, machines),
    });
  }

  /** Of a wall, that draws no lines: the states alone. */
  loadStates(
    windowEndMs: number,
    states: Readonly<Record<number, readonly StateChange[]>>,
    since: Readonly<Record<number, StateSince>> = {},
  ): void {
    const pasts = Object.entries(states).map(
      ([id, each]) => [id, { states: each, since: since[Number(id)] }] as const,
    );
    this.#publish({
      ...this.#snapshot,
      since: this.#sinceOf(windowEndMs, Object.fromEntries(pasts)),
    });
  }

  /** Machines that are not among these any more are forgotten. */
  keepOnly(deviceIds: ReadonlySet<number>): void {
    const kept = new Map([...this.#snapshot.readings].filter(([id]) => deviceIds.has(id)));
    const grids = new Map([...this.#snapshot.grids].filter(([id]) => deviceIds.has(id)));
    const since = new Map([...this.#snapshot.since].filter(([id]) => deviceIds.has(id)));
    if (kept.size !== this.#snapshot.readings.size)
      this.#publish({ readings: kept, grids, since, before: null });
  }

  #sinceWith(deviceId: number, state: Reading, before: Reading | undefined) {
    const began = state.turn === before?.turn ? null : sinceOfTurn(state);
    const { since } = this.#snapshot;
    if (began === null) return since;
    // What was read since then may have come before it.
    return new Map(since).set(deviceId, betterSince(began, since.get(deviceId) ?? null) ?? began);
  }

  /** As the server read it. Of a machine that could not be read now, what was known before stays. */
  #sinceOf(
    windowEndMs: number,
    pasts: Readonly<Record<string, Pick<MachineHistory, "states" | "since">>>,
  ): Map<number, StateSince> {
    const known = new Map(this.#snapshot.since);
    for (const [key, past] of Object.entries(pasts)) {
      const id = Number(key);
      const read = past.since ?? stateSince(past.states, windowEndMs - STRIP_MS);
      const since = betterSince(known.get(id), read);
      if (since) known.set(id, since);
    }
    return known;
  }

  #publish(snapshot: FleetSnapshot): void {
    this.#snapshot = { ...snapshot, before: this.#stillBefore(snapshot) };
    for (const listener of this.#listeners) listener();
  }

  #stillBefore({ before, readings }: FleetSnapshot): Known["before"] {
    const nowMs = performance.now();
    const isOver =
      before === null ||
      nowMs >= this.#awaitsUntilMs ||
      !areLess(fleetTotals(readings), before.totals);
    return isOver ? null : { ...before, agoMs: nowMs - before.atMs };
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

/**
 * The series of one machine, or of the fleet: production added up, speed as the mean of the machines that turn. A fleet's
 * has no band: the sum of each machine's lowest readings is no reading of anything.
 */
export function chartGrid(
  { grids }: Pick<FleetSnapshot, "grids">,
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
