import type { SeriesReader } from "#app/storage/series-reader.ts";
import { coarser, gridWindow, packGrid, toGrid } from "#app/domain/series/grid.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import { withTurning } from "#app/domain/series/turning.ts";
import type { SeriesPoint } from "#app/domain/series/types.ts";
import { withinMs } from "#app/domain/within.ts";
import { forEachBounded } from "#app/storage/bounded.ts";
import { readAverages } from "./load-fleet-averages.server.ts";
import {
  CHART_METRICS,
  CHART_WINDOWS,
  PAST_STEP_MS,
  PAST_STEPS,
  type ChartMetric,
  type FleetHistory,
  type MachineHistory,
} from "./fleet-types.ts";

type Deps = { series: Pick<SeriesReader, "steps" | "averages">; now: number };

/** Each machine is two questions to its recorder, and what its files take to read. */
export const MACHINES_AT_ONCE = 12;
const PATIENCE_MS = 8_000;

/** The past of every machine, and its means as the gauges show them (load-fleet-averages.server.ts); one that cannot be read in time is left out, the others are shown. */
export async function loadFleetHistory(
  { series, now }: Deps,
  deviceIds: readonly number[],
): Promise<FleetHistory> {
  const { startMs, endMs } = gridWindow(now, PAST_STEP_MS, PAST_STEPS);
  const machines: Record<number, MachineHistory> = {};
  await forEachBounded(deviceIds, MACHINES_AT_ONCE, async (deviceId) => {
    const answer = await withinMs(
      PATIENCE_MS,
      Promise.all([
        series.steps({
          ...{ deviceId, metrics: CHART_METRICS, startMs, endMs },
          ...{ buckets: PAST_STEPS, untilMs: now },
        }),
        readAverages({ series, now }, deviceId, "4hr"),
      ]),
    );
    if (answer === null) return;
    const [{ points, states, target }, averages] = answer;
    machines[deviceId] = {
      grids: Object.fromEntries(
        CHART_METRICS.map((metric) => [
          metric,
          chartGrid(metric, { points: points[metric] ?? [], states }, endMs, now),
        ]),
      ) as Record<ChartMetric, ReturnType<typeof chartGrid>>,
      states,
      averages,
      targetSheetsPerHour: target ?? null,
    };
  });
  return { windowEndMs: endMs, machines };
}

/** The end of the past, as far and as finely as the chart shows it. */
function chartGrid(
  metric: ChartMetric,
  { points, states }: { points: readonly SeriesPoint[]; states: readonly StateChange[] },
  endMs: number,
  untilMs: number,
) {
  const { hours, stepMs, decimals } = CHART_WINDOWS[metric];
  const steps = (hours * 3_600_000) / PAST_STEP_MS;
  const isSpeed = metric === "machine_speed";
  const fine = toGrid(points, endMs - steps * PAST_STEP_MS, PAST_STEP_MS, steps, untilMs);
  return packGrid(
    coarser(isSpeed ? withTurning(fine, states) : fine, stepMs / PAST_STEP_MS),
    decimals,
    { isSpeed },
  );
}
