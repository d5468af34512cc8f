/** The fleet in figures, and which machines they are of. Pure. */
import { MINUTE_MS } from "#app/domain/durations.ts";
import { isFeeding, isRunning, toStateCode } from "#app/domain/metrics/states.ts";
import type { CardMetric } from "./fleet-types.ts";
import { isFresh, sends, type Reading, type Readings } from "./readings.ts";

/** A figure of the fleet, and how many machines are in it. */
export type Total = {
  /** null when no machine says it. */
  value: number | null;
  machines: number;
  /** Age of the oldest reading in it, ms; where none is in it of the newest there is, null when no machine ever said it. */
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
  /** Age of the oldest value in them, ms, as that of each total. */
  ageMs: number | null;
};

/** What a page knew at a moment, and what it counted. */
export type Before = {
  readings: ReadonlyMap<number, Readings>;
  totals: FleetTotals;
  atMs: number;
  /** How long ago that is. */
  agoMs: number;
};

export type Known = {
  readings: ReadonlyMap<number, Readings>;
  /** What the page knew when it began to hear, while not as much of it has been heard again. */
  before: Before | null;
};

const least = (numbers: number[]): number | null =>
  numbers.length === 0 ? null : Math.min(...numbers);
/** Of the oldest that counts: a total is no younger than any part of it. */
const totalAge = (readings: Reading[], counts: (reading: Reading) => boolean): number | null => {
  const ages = readings.filter(counts).flatMap(({ ageMs }) => ageMs ?? []);
  return ages.length > 0 ? Math.max(...ages) : newestAge(readings);
};
const newestAge = (readings: Reading[]): number | null =>
  least(readings.flatMap(({ ageMs }) => ageMs ?? []));
const sum = (values: number[]): number | null =>
  values.length === 0 ? null : values.reduce((total, value) => total + value, 0);

function meanOfTurningSpeeds(speeds: number[]): number | null {
  const turning = speeds.filter((speed) => speed > 0);
  if (turning.length > 0) return (sum(turning) ?? 0) / turning.length;
  return speeds.length > 0 ? 0 : null;
}

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
  const told = all.flatMap((each) => [
    ...[each.machine_state, each.sheets_per_hour, each.machine_speed],
  ]);
  const newestMs = newestAge(told) ?? 0;
  const counts = (reading: Reading) =>
    isFresh(reading) ||
    (stale && reading.value !== null && (reading.ageMs ?? 0) <= newestMs + TOGETHER_MS);
  const states = all.flatMap(({ machine_state: state }) =>
    state.value !== null && counts(state) ? (toStateCode(state.value) ?? []) : [],
  );
  const numbers = (metric: CardMetric) =>
    all.flatMap(({ [metric]: reading }) =>
      counts(reading) && typeof reading.value === "number" ? reading.value : [],
    );
  const totalOf = (metric: CardMetric, total: typeof sum = sum): Total => {
    const values = numbers(metric);
    const readings = all.map(({ [metric]: reading }) => reading);
    return {
      ...{ value: total(values), machines: values.length },
      ageMs: totalAge(readings, counts),
    };
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
    ageMs: totalAge(told, counts),
  };
}

/** Whether totals are of fewer machines than others, or of none that is heard. */
export const areLess = (totals: FleetTotals, others: FleetTotals): boolean =>
  totals.stale ||
  totals.heard < others.heard ||
  (["sheetsPerHour", "msfPerHour", "speed"] as const).some(
    (figure) => totals[figure].machines < others[figure].machines,
  );

/** Totals some time after they were read: as old as they were then, and that. */
export function totalsAfter<T extends Omit<FleetTotals, "silent">>(totals: T, agoMs: number): T {
  const { sheetsPerHour, msfPerHour, speed } = totals;
  const withAge = <A extends { ageMs: number | null }>(total: A): A => ({
    ...total,
    ageMs: total.ageMs === null ? null : total.ageMs + agoMs,
  });
  return {
    ...withAge(totals),
    sheetsPerHour: withAge(sheetsPerHour),
    msfPerHour: withAge(msfPerHour),
    speed: withAge(speed),
  };
}

/** As a page shows them: while it awaits what it knew before, those of then. */
export const totalsOf = ({ readings, before }: Known, isCut: boolean): FleetTotals =>
  before === null ? fleetTotals(readings, isCut) : totalsAfter(before.totals, before.agoMs);

/** Whether what is drawn of a machine, or of the fleet, goes on to now; else how old the oldest value in it is, null where nobody knows. */
export function chartAge(
  known: Known,
  deviceId: number | null,
  isCut: boolean,
): { isNow: boolean; ageMs: number | null } {
  const one = deviceId === null ? undefined : known.readings.get(deviceId);
  const { stale, ageMs } =
    deviceId === null
      ? totalsOf(known, isCut)
      : fleetTotals(new Map(one && [[deviceId, one]]), isCut);
  return { isNow: !stale, ageMs };
}
