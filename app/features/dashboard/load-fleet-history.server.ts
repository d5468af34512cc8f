import type { SeriesReader } from "#app/storage/series-reader.ts";
import { coarser, gridWindow, toGrid } from "#app/domain/series/grid.ts";
import { packChanges, packGrid } from "#app/domain/series/packed.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import { withTurning } from "#app/domain/series/turning.ts";
import type { SeriesPoint } from "#app/domain/series/types.ts";
import { withinMs } from "#app/domain/within.ts";
import { forEachBounded } from "#app/storage/bounded.ts";
import { readAverages } from "./load-fleet-averages.server.ts";
import { sinceBefore } from "./since-before.server.ts";
import {
  CHART_DECIMALS,
  CHART_METRICS,
  CHART_STEP_MS,
  CHART_STEPS,
  PAST_PER_STEP,
  type ChartMetric,
} from "./fleet-types.ts";
import type { PackedHistory } from "./packed-history.ts";

type Deps = { series: Pick<SeriesReader, "steps" | "heldAverages" | "stateChanges">; now: number };

/** Each machine is two questions to its recorder, and what its files take to read. */
export const MACHINES_AT_ONCE = 12;
const PATIENCE_MS = 8_000;

/** The past of every machine, and its means as the gauges show them (load-fleet-averages.server.ts); one that cannot be read in time is left out, the others are shown. */
export async function loadFleetHistory(
  { series, now }: Deps,
  deviceIds: readonly number[],
): Promise<PackedHistory> {
  const { startMs, endMs } = gridWindow(now, CHART_STEP_MS, CHART_STEPS);
  const machines: PackedHistory["machines"] = {};
  await forEachBounded(deviceIds, MACHINES_AT_ONCE, async (deviceId) => {
    const answer = await withinMs(
      PATIENCE_MS,
      Promise.all([
        series.steps({
          ...{ deviceId, metrics: CHART_METRICS, startMs, endMs },
          ...{ buckets: CHART_STEPS * PAST_PER_STEP, untilMs: now, flags: false },
        }),
        readAverages({ series, now }, deviceId, "4hr"),
      ]),
    );
    if (answer === null) return;
    const since = await sinceBefore({ series, now }, deviceId, {
      changes: answer[0].states,
      startMs,
    });
    const [{ points, states, target, isTargetYoung = false }, averages] = answer;
    machines[deviceId] = {
      grids: Object.fromEntries(
        CHART_METRICS.map((metric) => [
          metric,
          chartGrid(metric, { points: points[metric] ?? [], states }, startMs, now),
        ]),
      ) as Record<ChartMetric, ReturnType<typeof chartGrid>>,
      states: packChanges(states),
      since,
      averages,
      // Of its first minutes no pace can be called good.
      targetSheetsPerHour: isTargetYoung ? null : (target ?? null),
      isTargetYoung,
    };
  });
  return { windowEndMs: endMs, machines };
}

/** The past as finely as the chart shows it. */
function chartGrid(
  metric: ChartMetric,
  { points, states }: { points: readonly SeriesPoint[]; states: readonly StateChange[] },
  startMs: number,
  untilMs: number,
) {
  const isSpeed = metric === "machine_speed";
  const stepMs = CHART_STEP_MS / PAST_PER_STEP;
  const fine = toGrid(points, startMs, stepMs, CHART_STEPS * PAST_PER_STEP, untilMs);
  return packGrid(
    coarser(isSpeed ? withTurning(fine, states) : fine, PAST_PER_STEP),
    CHART_DECIMALS[metric],
    { isSpeed },
  );
}
