import type { Db } from "#app/db/client.server.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { stateSince, type StateSince } from "#app/domain/metrics/state-since.ts";
import type { LatestValues, RecorderPort } from "#app/domain/series/recorder-port.ts";
import type { AlarmsOn } from "#app/domain/alarms/alarms-on.ts";
import { loadAlarmsOn } from "#app/features/alarms/count-alarms-on.server.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { HEADER_METRICS } from "./header-metrics.ts";

export type SinceDeps = { series: Pick<SeriesReader, "stateChanges">; now: number };
type Deps = SinceDeps & {
  db: Db;
  recorder: (deviceId: number) => Pick<RecorderPort, "latest">;
};

/** How far back a state's beginning is looked for. */
const SINCE_MS = 24 * HOUR_MS;

/**
 * The newest values that a machine's header shows, and how many of its alarms are on. Each fails alone: the tabs below
 * stand without either.
 */
export const loadMachineFrame = (
  deps: Deps,
  deviceId: number,
): { latest: Promise<LatestValues>; alarmsOn: Promise<AlarmsOn> } => ({
  latest: deps.recorder(deviceId).latest([...HEADER_METRICS]),
  alarmsOn: loadAlarmsOn(deps, deviceId),
});

/** When the state of now began; `since` is null where the last 24 hours know none. */
export async function loadStateSince(
  { series, now }: SinceDeps,
  deviceId: number,
): Promise<{ since: StateSince | null }> {
  const startMs = now - SINCE_MS;
  return {
    since: stateSince(await series.stateChanges({ deviceId, startMs, endMs: now }), startMs),
  };
}
