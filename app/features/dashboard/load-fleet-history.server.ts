import type { SeriesReader } from "#app/storage/series-reader.ts";
import { coarser, gridWindow, packGrid, toGrid } from "#app/domain/series/grid.ts";
import type { SeriesPoint } from "#app/domain/series/types.ts";
import { withinMs } from "#app/domain/within.ts";
import {
  CHART_METRICS,
  CHART_WINDOWS,
  GAUGE_RANGE_MS,
  PAST_STEP_MS,
  PAST_STEPS,
  type ChartMetric,
  type FleetHistory,
  type MachineHistory,
} from "./fleet-types.ts";

type Deps = { series: Pick<SeriesReader, "telemetry">; now: number };

const PATIENCE_MS = 8_000;
const METRICS = [...CHART_METRICS, "machine_running", "operating_productivity"];

/** The past of every machine, one question each; one that cannot be read in time is left out, the others are shown. */
export async function loadFleetHistory(
  { series, now }: Deps,
  deviceIds: readonly number[],
): Promise<FleetHistory> {
  const { startMs, endMs } = gridWindow(now, PAST_STEP_MS, PAST_STEPS);
  const machines: Record<number, MachineHistory> = {};
  await Promise.all(
    deviceIds.map(async (deviceId) => {
      const answer = await withinMs(
        PATIENCE_MS,
        series.telemetry({ deviceId, metrics: METRICS, startMs, endMs, buckets: PAST_STEPS }),
      );
      if (answer === null) return;
      const { points, states } = answer;
      const mean = (metric: string) => meanSince(points[metric] ?? [], now - GAUGE_RANGE_MS["4hr"]);
      machines[deviceId] = {
        grids: Object.fromEntries(
          CHART_METRICS.map((metric) => [metric, chartGrid(metric, points[metric] ?? [], endMs)]),
        ) as Record<ChartMetric, ReturnType<typeof chartGrid>>,
        states,
        averages: { uptime: mean("machine_running"), productivity: mean("operating_productivity") },
      };
    }),
  );
  return { windowEndMs: endMs, machines };
}

/** The end of the past, as far and as finely as the chart shows it. */
function chartGrid(metric: ChartMetric, points: readonly SeriesPoint[], endMs: number) {
  const { hours, stepMs, decimals } = CHART_WINDOWS[metric];
  const steps = (hours * 3_600_000) / PAST_STEP_MS;
  return packGrid(
    coarser(
      toGrid(points, endMs - steps * PAST_STEP_MS, PAST_STEP_MS, steps),
      stepMs / PAST_STEP_MS,
    ),
    decimals,
  );
}

/** The mean of the samples from then on; buckets weigh what they hold. */
export function meanSince(points: readonly SeriesPoint[], sinceMs: number): number | null {
  let sum = 0;
  let count = 0;
  for (const { timeMs, value, count: held } of points) {
    if (typeof value !== "number" || timeMs < sinceMs) continue;
    sum += value * Math.max(1, held);
    count += Math.max(1, held);
  }
  return count === 0 ? null : sum / count;
}
