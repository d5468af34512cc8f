/** A machine's hours out of its series: one question to its recorder for the metrics' names, one for the range. */
import {
  FACT_METRICS,
  factsOf,
  LEAD_MS,
  type HourFacts,
} from "#app/domain/prediction/hour-facts.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { MINUTE_MS, HOUR_MS } from "#app/domain/durations.ts";
/** Anomaly flags that are read of one machine, the first by name. */
const MAX_FLAGS = 20;

export type SeriesSource = {
  series: Pick<SeriesReader, "telemetry">;
  recorder: (deviceId: number) => Pick<RecorderPort, "metrics">;
};

/** `hours` whole hours from `startMs`, which need not be the clock's. Throws when the recorder or a file cannot be read. */
export async function readHours(
  { series, recorder }: SeriesSource,
  deviceId: number,
  startMs: number,
  hours: number,
): Promise<HourFacts[]> {
  const known = await recorder(deviceId).metrics();
  const flagNames = known.filter((name) => name.endsWith("_ad_flag")).slice(0, MAX_FLAGS);
  const metrics = [...FACT_METRICS.filter((name) => known.includes(name)), ...flagNames];
  if (metrics.length === 0) return factsOf({ startMs, hours, states: [], points: {}, flags: [] });
  const range = { startMs: startMs - LEAD_MS, endMs: startMs + hours * HOUR_MS };
  const buckets = (range.endMs - range.startMs) / MINUTE_MS;
  const { points, states } = await series.telemetry({ deviceId, metrics, ...range, buckets });
  // A minute in which a value only held on was not heard.
  const heard = (name: string) => (points[name] ?? []).filter(({ count }) => count > 0);
  return factsOf({
    ...{ startMs, hours, states },
    points: Object.fromEntries(FACT_METRICS.map((name) => [name, heard(name)])),
    flags: flagNames.map(heard),
  });
}
