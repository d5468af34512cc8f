/** The lines of a burn-down as its chart, table and file tell them. Times are Unix milliseconds, values percent of life left. */
import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { recommendedRange, type DateRange } from "#app/domain/maintenance/recommended-range.ts";
import { valueAt, type BurnPoint } from "#app/domain/maintenance/burn.ts";
import type { ChartPoint, ChartSeries, ChartView } from "#app/kit/charts/types.ts";
import type { Maintenance } from "./list-maintenances.server.ts";

/** Points come once a day; two missing days are a gap. The first ones of a long life may be further apart. */
const JOIN_MS = 3 * DAY_MS;

type BurnLine = Pick<ChartSeries, "key" | "points" | "joinMs" | "isCompared">;
type BurnLines = {
  view: ChartView;
  lines: BurnLine[];
  /** Between which days it falls due; null: the pace does not vary, or nothing can be said. */
  range: DateRange | null;
};

/**
 * What is left, the cutoff at each of the times that are told, how it goes on at the present pace, between which days the
 * cutoff is reached, and the recommended date. Seconds say nothing here: all times are whole minutes.
 */
export function burnLines(
  {
    burnRates,
    cutoffValue,
    recommendedDate,
  }: Pick<Maintenance, "burnRates" | "cutoffValue" | "recommendedDate">,
  nowMs: number,
): BurnLines {
  const points = burnRates.map(({ systemTime, value }) => ({
    timeMs: toMinute(systemTime),
    value,
  }));
  const dueMs = recommendedDate === null ? null : toMinute(recommendedDate);
  const range = recommendedRange(
    burnRates.map(({ systemTime, value }) => ({ timeMs: systemTime, value })),
    cutoffValue,
  );
  const view = viewOf(points, { dueMs, range, nowMs });
  const last = points.at(-1);
  const lines: BurnLine[] = [
    { key: "left", points: withDue(points, dueMs).map(pointAt), joinMs: joinOf(points) },
  ];
  if (last && dueMs !== null && dueMs > last.timeMs)
    lines.push(toCome("forecast", [pointAt(last), pointAt({ timeMs: dueMs, value: cutoffValue })]));
  if (last && range) lines.push(toCome("range", fan(last, { range, cutoffValue })));
  if (dueMs !== null)
    lines.push(toCome("recommended", [pointAt({ timeMs: dueMs, value: cutoffValue })]));
  // Told only where something else is: a row of its own, with nothing but the cutoff, would say nothing.
  const times = new Set(lines.flatMap((line) => line.points.map(({ timeMs }) => timeMs)));
  const cutoff = [...times]
    .sort((a, b) => a - b)
    .map((timeMs) => pointAt({ timeMs, value: cutoffValue }));
  lines.splice(1, 0, toCome("cutoff", cutoff));
  return { view, lines, range };
}

const toMinute = (timeMs: number): number => Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;

const toCome = (what: string, points: ChartPoint[]): BurnLine => ({
  ...{ key: `left:${what}`, isCompared: true, points, joinMs: Infinity },
});

/** From the work to what is to come, with room at the edges: what stands there is drawn whole. */
function viewOf(
  points: readonly BurnPoint[],
  { dueMs, range, nowMs }: { dueMs: number | null; range: DateRange | null; nowMs: number },
): ChartView {
  const startMs = points[0]?.timeMs ?? nowMs;
  const toldMs = Math.max(nowMs, points.at(-1)?.timeMs ?? 0, dueMs ?? 0);
  // A latest date that is far away does not press the rest together.
  const endMs = Math.max(toldMs, Math.min(range?.untilMs ?? 0, 2 * toldMs - startMs));
  const edgeMs = Math.max(DAY_MS / 2, (endMs - startMs) * 0.02);
  return { startMs: toMinute(startMs - edgeMs), endMs: toMinute(endMs + edgeMs) };
}

/** With what was left when the work fell due, if that is past. */
function withDue(points: readonly BurnPoint[], dueMs: number | null): readonly BurnPoint[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || dueMs === null || dueMs <= first.timeMs || dueMs >= last.timeMs)
    return points;
  if (points.some(({ timeMs }) => timeMs === dueMs)) return points;
  return [...points, { timeMs: dueMs, value: valueAt(points, dueMs) }].sort(
    (a, b) => a.timeMs - b.timeMs,
  );
}

/** The way to the earliest date and along the cutoff to the latest, with all between both paces. */
function fan(
  last: BurnPoint,
  { range, cutoffValue }: { range: DateRange; cutoffValue: number },
): ChartPoint[] {
  const [fromMs, untilMs] = [toMinute(range.fromMs), toMinute(range.untilMs)];
  const slowest = [last, { timeMs: untilMs, value: cutoffValue }];
  const at = (timeMs: number, value: number): ChartPoint => ({
    ...pointAt({ timeMs, value }),
    ...{ lower: value, upper: valueAt(slowest, timeMs) },
  });
  return [at(last.timeMs, last.value), at(fromMs, cutoffValue), at(untilMs, cutoffValue)];
}

const pointAt = ({ timeMs, value }: BurnPoint): ChartPoint => ({
  ...{ timeMs, value, min: value, max: value },
  ...{ lower: null, upper: null, isAbnormal: false },
});

/** Twice the usual distance, three days at least. */
function joinOf(points: readonly BurnPoint[]): number {
  const steps = points.slice(1).map(({ timeMs }, index) => timeMs - points[index]!.timeMs);
  const middle = steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return Math.max(JOIN_MS, 2 * middle);
}
