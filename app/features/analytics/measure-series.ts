/** What GET /v1/telemetry_timeseries answers, as the kit's chart draws it. */
import { findMetric } from "#app/domain/metrics/registry.ts";
import { MACHINE_STATES } from "#app/domain/metrics/states.ts";
import type { ChartPoint, ChartSeries, SeriesShape } from "#app/kit/charts/types.ts";

/** As app/features/series/schemas.ts has it, as far as charts read it. */
export type TelemetryPoint = {
  time: string;
  /** Where buckets are not all of one length. */
  end?: string | undefined;
  value: number | string | null;
  min: number | null;
  max: number | null;
  count: number;
  upper: number | null;
  lower: number | null;
  ad_flag: boolean | null;
  ad_share?: number | undefined;
};
export type TelemetryAnswer = {
  data: Record<string, TelemetryPoint[]>;
  events: {
    id: number;
    name: string;
    start_at: string;
    end_at: string;
    downtime_start_at: string | null;
    downtime_end_at: string | null;
    author: string | null;
  }[];
  state_info: { time: string; machine_state: number }[];
};
export type MeasureWords = {
  title: (metric: string) => string;
  unit: (metric: string) => string | null;
  value: (metric: string, value: number | string | null) => string;
};

/** CONTRACT §4: a number holds for 60 s at most, a state or a text for 15 minutes. */
const NUMBER_HOLDS_MS = 60_000;
const STATE_HOLDS_MS = 900_000;
/** A fraction that is read as percent. */
const FRACTIONS = new Set(["operating_productivity"]);
const scaleOf = (metric: string): number => (FRACTIONS.has(metric) ? 100 : 1);

export function shapeOf(metric: string, points: readonly TelemetryPoint[]): SeriesShape {
  const type = findMetric(metric)?.type;
  if (type === "encoded" || type === "boolean") return "steps";
  return points.some(({ value }) => typeof value === "string") ? "spans" : "line";
}

function codesOf(metric: string): number[] {
  if (metric === "machine_state") return MACHINE_STATES.map((_, code) => code);
  const encoding = findMetric(metric)?.encoding;
  return encoding === undefined ? [0, 1] : Object.keys(encoding).map(Number);
}

/** One measure over [startMs, endMs), asked for in so many buckets. */
export function toChartSeries(
  metric: string,
  points: readonly TelemetryPoint[],
  asked: { startMs: number; endMs: number; datapoints: number },
  words: MeasureWords,
): ChartSeries {
  const shape = shapeOf(metric, points);
  const scale = scaleOf(metric);
  const codes = shape === "steps" ? codesOf(metric) : [];
  // Codes such as 16, 32, 64 are drawn evenly: by their place.
  const placeOf = new Map(codes.map((code, place) => [code, place]));
  const scaled = (value: number | null) => (value === null ? null : value * scale);
  const valueOf = ({ value, min }: TelemetryPoint) => {
    if (typeof value !== "number") return value;
    if (shape !== "steps") return value * scale;
    // A bucket of yes/no is a mean: it was yes in it as long as more than half.
    const code = codes.length === 2 ? Math.round(value) : value;
    return placeOf.get(code) ?? (min === null ? null : (placeOf.get(min) ?? null));
  };
  const bucketMs = (asked.endMs - asked.startMs) / asked.datapoints;
  return {
    key: metric,
    title: words.title(metric),
    unit: shape === "line" ? words.unit(metric) : null,
    shape,
    joinMs: Math.max(shape === "line" ? NUMBER_HOLDS_MS : STATE_HOLDS_MS, bucketMs * 1.5),
    points: points.map((point): ChartPoint => ({
      timeMs: Date.parse(point.time),
      ends: point.end === undefined ? Date.parse(point.time) + bucketMs : Date.parse(point.end),
      value: valueOf(point),
      min: shape === "line" ? scaled(point.min) : null,
      max: shape === "line" ? scaled(point.max) : null,
      lower: shape === "line" ? scaled(point.lower) : null,
      upper: shape === "line" ? scaled(point.upper) : null,
      isAbnormal: point.ad_flag === true,
      ...(point.ad_share === undefined ? {} : { abnormalShare: point.ad_share }),
    })),
    text: (value) =>
      shape === "steps" && typeof value === "number"
        ? words.value(metric, codes[value] ?? value)
        : words.value(metric, typeof value === "number" ? value / scale : value),
    ...(shape === "steps" ? { codes: codes.map((_, place) => place) } : {}),
  };
}

/** As an XY plot takes it: states by their own codes, for its axes and equations are numbers. */
export function toXySeries(...of: Parameters<typeof toChartSeries>): ChartSeries {
  const series = toChartSeries(...of);
  if (series.shape !== "steps") return series;
  const [metric, , , words] = of;
  const codes = codesOf(metric);
  return {
    ...series,
    points: series.points.map((point) => ({
      ...point,
      value: typeof point.value === "number" ? (codes[point.value] ?? null) : point.value,
    })),
    text: (value) => words.value(metric, value),
  };
}

/** The coarse series with the finer one in the place of its span. */
export function withFiner(
  coarse: ChartSeries,
  finer: ChartSeries | undefined,
  { startMs, endMs }: { startMs: number; endMs: number },
): ChartSeries {
  if (finer === undefined || finer.points.length === 0 || finer.shape !== coarse.shape)
    return coarse;
  const before = coarse.points.filter(({ timeMs }) => timeMs < startMs);
  const after = coarse.points.filter(({ timeMs }) => timeMs >= endMs);
  return { ...coarse, points: [...before, ...finer.points, ...after] };
}

/**
 * Whether the machine fed all the while, as far as is known, in the bucket that holds a moment. By the mean over time: the
 * least of a bucket's samples does not tell of a stop that began before it.
 */
export function fedAllTheWhile(
  feeding: readonly TelemetryPoint[],
  asked: { startMs: number; endMs: number; datapoints: number },
): (timeMs: number) => boolean {
  const bucketMs = (asked.endMs - asked.startMs) / asked.datapoints;
  const bucketOf = (timeMs: number) => Math.floor((timeMs - asked.startMs) / bucketMs);
  const shares = new Map<number, boolean>();
  for (const { time, value } of feeding) {
    if (typeof value !== "number") continue;
    const bucket = bucketOf(Date.parse(time));
    shares.set(bucket, shares.get(bucket) !== false && value > WHOLE);
  }
  return (timeMs) => shares.get(bucketOf(timeMs)) === true;
}
/** A mean over time of ones only, but for its last digits. */
const WHOLE = 1 - 1e-9;

/** One point per bucket in which both measures have a value, ascending in x. */
export function pairPoints(
  [x, y]: readonly [readonly ChartPoint[], readonly ChartPoint[]],
  asked: { startMs: number; endMs: number; datapoints: number },
  isKept: (timeMs: number) => boolean = () => true,
): { x: number; y: number; timeMs: number }[] {
  const bucketMs = (asked.endMs - asked.startMs) / asked.datapoints;
  const byBucket = (points: readonly ChartPoint[]) => {
    const held = new Map<number, { sum: number; count: number; timeMs: number }>();
    for (const { timeMs, value } of points) {
      if (typeof value !== "number") continue;
      const bucket = Math.floor((timeMs - asked.startMs) / bucketMs);
      const known = held.get(bucket) ?? { sum: 0, count: 0, timeMs };
      held.set(bucket, { ...known, sum: known.sum + value, count: known.count + 1 });
    }
    return held;
  };
  const ys = byBucket(y);
  return [...byBucket(x)]
    .flatMap(([bucket, held]) => {
      const other = ys.get(bucket);
      return other === undefined || !isKept(held.timeMs)
        ? []
        : [{ x: held.sum / held.count, y: other.sum / other.count, timeMs: held.timeMs }];
    })
    .sort((a, b) => a.x - b.x);
}
