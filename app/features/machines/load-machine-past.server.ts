import { coarser, gridWindow, toGrid } from "#app/domain/series/grid.ts";
import {
  packChanges,
  packGrid,
  type PackedChanges,
  type PackedGrid,
} from "#app/domain/series/packed.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { PAST_METRICS, PAST_MS, type PastMetric } from "./past-window.ts";

type Deps = {
  series: Pick<SeriesReader, "steps" | "stateChanges">;
  now: number;
};

const STEP_MS = 120_000;
const STEPS = PAST_MS / STEP_MS;
/** Of the small lines beside the numbers, in steps of the chart. */
const LINE_STEPS = 4;

export type MachinePast = {
  /** As the chart draws it. */
  sheets: PackedGrid;
  /** Coarser, for the lines beside the numbers. */
  lines: Record<PastMetric, PackedGrid>;
  states: PackedChanges;
};

/** The machine's last eight hours, all of one window: sheets per hour in steps of two minutes, what its cards draw, and its states. */
export async function loadMachinePast(
  { series, now }: Deps,
  deviceId: number,
): Promise<MachinePast> {
  const { startMs, endMs } = gridWindow(now, STEP_MS, STEPS);
  const [{ points }, states] = await Promise.all([
    series.steps({
      ...{ deviceId, metrics: PAST_METRICS, startMs, endMs },
      ...{ buckets: STEPS, untilMs: now, flags: false },
    }),
    series.stateChanges({ deviceId, startMs, endMs: now }),
  ]);
  const gridOf = (metric: PastMetric) => toGrid(points[metric] ?? [], startMs, STEP_MS, STEPS, now);
  return {
    sheets: packGrid(gridOf("sheets_per_hour")),
    lines: Object.fromEntries(
      PAST_METRICS.map((metric) => [metric, packGrid(coarser(gridOf(metric), LINE_STEPS), 1)]),
    ) as MachinePast["lines"],
    states: packChanges(states),
  };
}
