import { withinMs } from "#app/domain/within.ts";
import { toInitial } from "#app/features/machines/to-initial.ts";
import { RECORDER_PATIENCE_MS, type FleetDeps } from "./load-fleet.server.ts";
import { SNAPSHOT_METRICS, type SnapshotValues } from "./snapshot-metrics.ts";

/** null without a machine, and when its recorder did not answer in time: the values then come over the live channel. */
export async function loadSnapshot(
  { recorder }: Pick<FleetDeps, "recorder">,
  deviceId: number | undefined,
): Promise<SnapshotValues | null> {
  if (deviceId === undefined) return null;
  const answer = recorder(deviceId).latest([...SNAPSHOT_METRICS]);
  const latest = await withinMs(RECORDER_PATIENCE_MS, answer);
  return latest && { deviceId, initial: toInitial(latest, SNAPSHOT_METRICS) };
}
