/** What is told of a measure's flags: why UTS found each, and of thresholds the furthest value of each stretch. */
import { DAY_MS } from "#app/domain/durations.ts";
import { THRESHOLD_DAYS } from "#app/domain/detection/threshold.ts";
import type { Why } from "#app/domain/detection/why.ts";
import type { TelemetryAnswer, TelemetryPoint } from "#app/features/analytics/measure-series.ts";
import { fromReasonJson, type ReasonJson } from "./reason-json.ts";

export type ToldReason = { timeMs: number; why: Why; machineState: number | null };

/**
 * The newest first. Points are buckets, so a stretch of flagged ones is one told flag; one in which UTS found an anomaly
 * begin is told by that alone.
 */
export function toldReasons(
  points: readonly TelemetryPoint[],
  states: TelemetryAnswer["state_info"],
  byUts: readonly ReasonJson[],
): ToldReason[] {
  const found = byUts.map((reason): ToldReason => ({
    timeMs: Date.parse(reason.time),
    why: fromReasonJson(reason),
    machineState: reason.machine_state,
  }));
  const stateAt = (timeMs: number): number | null =>
    states.findLast(({ time }) => Date.parse(time) <= timeMs)?.machine_state ?? null;
  for (const { startMs, endMs, flagged } of stretchesOf(points)) {
    if (
      found.some(
        ({ timeMs, why }) => why.code !== "threshold" && timeMs >= startMs && timeMs < endMs,
      )
    )
      continue;
    const beyond = flagged.map((point) => ({ point, ...furthest(point) }));
    const most = beyond.reduce((a, b) => (b.by > a.by ? b : a));
    if (most.by <= 0) continue;
    const { lower: low, upper: high, time } = most.point;
    const timeMs = Date.parse(time);
    const sinceMs = timeMs - THRESHOLD_DAYS * DAY_MS;
    const why: Why = { code: "threshold", observed: most.observed, low, high, sinceMs };
    found.push({ timeMs, why, machineState: stateAt(timeMs) });
  }
  return found.sort((a, b) => b.timeMs - a.timeMs);
}

type Stretch = { startMs: number; endMs: number; flagged: TelemetryPoint[] };

function stretchesOf(points: readonly TelemetryPoint[]): Stretch[] {
  const stretches: Stretch[] = [];
  let open: Stretch | null = null;
  for (const point of points) {
    const timeMs = Date.parse(point.time);
    if (open) open.endMs = timeMs;
    if (point.ad_flag !== true) open = null;
    else {
      if (!open) stretches.push((open = { startMs: timeMs, endMs: Infinity, flagged: [] }));
      open.endMs = Infinity;
      open.flagged.push(point);
    }
  }
  return stretches;
}

/** The value of a point that lies furthest beyond a bound, and by how much of the band. */
function furthest({ min, max, lower, upper }: TelemetryPoint): { observed: number; by: number } {
  const width = lower !== null && upper !== null && upper > lower ? upper - lower : 1;
  const above = max !== null && upper !== null ? (max - upper) / width : 0;
  const below = min !== null && lower !== null ? (lower - min) / width : 0;
  return above >= below ? { observed: max ?? 0, by: above } : { observed: min ?? 0, by: below };
}
