import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";

/** The resolutions of a series: samples, and rows that stand for a unit of time. */
export type RollupLevel = "minute" | "hour" | "day";
export type Level = "raw" | RollupLevel;
export const UNIT_MS: Record<RollupLevel, number> = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
};

export const floorTo = (timeMs: number, unitMs: number): number =>
  Math.floor(timeMs / unitMs) * unitMs;
export const ceilTo = (timeMs: number, unitMs: number): number =>
  Math.ceil(timeMs / unitMs) * unitMs;
export const dayOf = (timeMs: number): number => floorTo(timeMs, DAY_MS);

/** Roll-ups of hours lie in a file per quarter, of days in a file per year, of minutes in a file per day (UTC). */
export function periodOf(level: RollupLevel, timeMs: number): { startMs: number; endMs: number } {
  if (level === "minute") return { startMs: dayOf(timeMs), endMs: dayOf(timeMs) + DAY_MS };
  const time = new Date(timeMs);
  const year = time.getUTCFullYear();
  if (level === "day") return { startMs: Date.UTC(year, 0), endMs: Date.UTC(year + 1, 0) };
  const quarter = Math.floor(time.getUTCMonth() / 3) * 3;
  return { startMs: Date.UTC(year, quarter), endMs: Date.UTC(year, quarter + 3) };
}

/** [fromMs, toMs) */
export type TimeWindow = readonly [fromMs: number, toMs: number];

/** The part of ascending disjoint windows that lies inside [fromMs, toMs). */
export const clipWindows = (
  windows: readonly TimeWindow[],
  fromMs: number,
  toMs: number,
): TimeWindow[] =>
  windows.flatMap(([from, to]) =>
    from < toMs && to > fromMs ? [[Math.max(from, fromMs), Math.min(to, toMs)] as const] : [],
  );

/** What is left of ascending disjoint windows without the holes, which ascend and are disjoint too. */
export function subtractWindows(
  windows: readonly TimeWindow[],
  holes: readonly TimeWindow[],
): TimeWindow[] {
  const left: TimeWindow[] = [];
  let hole = 0;
  for (const [start, end] of windows) {
    let from = start;
    while (hole > 0 && (holes[hole - 1] as TimeWindow)[1] > start) hole--;
    for (; hole < holes.length; hole++) {
      const [holeFrom, holeTo] = holes[hole] as TimeWindow;
      if (holeTo <= from) continue;
      if (holeFrom >= end) break;
      if (holeFrom > from) left.push([from, holeFrom]);
      from = Math.max(from, holeTo);
      if (from >= end) break;
    }
    if (from < end) left.push([from, end]);
  }
  return left;
}

/** Adds a window to ascending disjoint ones that all begin before it; one that follows without a gap is joined. */
export function pushWindow(windows: TimeWindow[], fromMs: number, toMs: number): void {
  if (toMs <= fromMs) return;
  const last = windows[windows.length - 1];
  if (last && last[1] >= fromMs) windows[windows.length - 1] = [last[0], Math.max(last[1], toMs)];
  else windows.push([fromMs, toMs]);
}
