import { HOUR_MS } from "#app/domain/durations.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";

type Deps = { series: Pick<SeriesReader, "averages" | "buckets">; now: number };

export const TREND_METRICS = ["operating_productivity", "machine_running"] as const;
export type TrendMetric = (typeof TREND_METRICS)[number];

export type MachineHealth = {
  /** Time-weighted means of the window, fractions; null where nothing held. */
  productivity: number | null;
  uptime: number | null;
  /** Four means, the oldest first. */
  trends: Record<TrendMetric, (number | null)[]>;
};

/** Spec 001 §9: four hours in four points. */
const WINDOW_MS = 4 * HOUR_MS;
const POINTS = 4;

export async function loadMachineHealth(
  { series, now }: Deps,
  deviceId: number,
): Promise<MachineHealth> {
  const range = { deviceId, startMs: now - WINDOW_MS, endMs: now };
  const [means, points] = await Promise.all([
    series.averages({ ...range, metrics: ["operating_productivity", "machine_running"] }),
    series.buckets({ ...range, metrics: TREND_METRICS, buckets: POINTS }),
  ]);
  const trend = (metric: TrendMetric) =>
    (points[metric] ?? []).map(({ value }) => (typeof value === "number" ? value : null));
  return {
    productivity: means["operating_productivity"] ?? null,
    uptime: means["machine_running"] ?? null,
    trends: Object.fromEntries(
      TREND_METRICS.map((metric) => [metric, trend(metric)]),
    ) as MachineHealth["trends"],
  };
}
