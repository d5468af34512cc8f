import { withinMs } from "#app/domain/within.ts";
import { stateSince, type StateSince } from "#app/domain/metrics/state-since.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import {
  loadStateSince,
  type SinceDeps,
} from "#app/features/machines/load-machine-frame.server.ts";

const PATIENCE_MS = 2_000;

/**
 * When the state of now began, where that is before the `changes` of a strip, read from `startMs` on: as the list of machines
 * has it.
 * @returns undefined where the strip's own changes tell it, and where it could not be read in time: then it holds for longer.
 */
export async function sinceBefore(
  deps: SinceDeps,
  deviceId: number,
  { changes, startMs }: { changes: readonly StateChange[]; startMs: number },
): Promise<StateSince | undefined> {
  if (stateSince(changes, startMs)?.isOlder !== true) return undefined;
  return (await withinMs(PATIENCE_MS, loadStateSince(deps, deviceId)))?.since ?? undefined;
}
