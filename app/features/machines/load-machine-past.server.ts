import { gridWindow, packGrid, toGrid, type PackedGrid } from "#app/domain/series/grid.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";

type Deps = {
  series: Pick<SeriesReader, "steps" | "stateChanges">;
  now: number;
};

const STEP_MS = 120_000;
const STEPS = 120;
const STRIP_MS = 8 * 3_600_000;

export type MachinePast = { sheets: PackedGrid; states: StateChange[]; endMs: number };

/** The last four hours of sheets per hour, in steps of two minutes, and eight hours of states. */
export async function loadMachinePast(
  { series, now }: Deps,
  deviceId: number,
): Promise<MachinePast> {
  const { startMs, endMs } = gridWindow(now, STEP_MS, STEPS);
  const [{ points }, states] = await Promise.all([
    series.steps({
      ...{ deviceId, metrics: ["sheets_per_hour"], startMs, endMs },
      ...{ buckets: STEPS, untilMs: now },
    }),
    series.stateChanges({ deviceId, startMs: endMs - STRIP_MS, endMs: now }),
  ]);
  return {
    sheets: packGrid(toGrid(points["sheets_per_hour"] ?? [], startMs, STEP_MS, STEPS, now)),
    states,
    endMs,
  };
}
