import type { Db } from "#app/db/client.server.ts";
import { passesTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import type { SeriesPoint } from "#app/domain/series/types.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import {
  listCachedEventSpans,
  type EventSpan,
} from "#app/features/events/list-event-spans.server.ts";
import { requireCachedMachine } from "#app/features/machines/get-machine.server.ts";
import { granularityOf, type Granularity } from "#app/domain/series/granularity.ts";

type Deps = { db: Db; actor: Actor; series: Pick<SeriesReader, "telemetry"> };
export type TelemetryQuery = {
  device: string;
  metrics: string[];
  startMs: number;
  endMs: number;
  datapoints: number;
  granularity?: Granularity | undefined;
};
export type Telemetry = {
  points: Record<string, SeriesPoint[]>;
  states: StateChange[];
  /** That overlap the range; none where the machine's tier does not open events to the actor. */
  events: EventSpan[];
  granularity: Granularity;
};

/** One machine's metrics over [startMs, endMs), the states it went through and its events. A metric without samples has no points. */
export async function getTelemetryTimeseries(
  { db, actor, series }: Deps,
  query: TelemetryQuery,
): Promise<Telemetry> {
  const { startMs, endMs, metrics, datapoints } = query;
  const machine = await requireCachedMachine({ db, actor }, query.device);
  const deviceId = machine.id;
  const [{ points, states }, events] = await Promise.all([
    series.telemetry({ deviceId, metrics, startMs, endMs, buckets: datapoints }),
    passesTier(actor, machine.serviceTier, "accessEvents")
      ? listCachedEventSpans({ db }, { deviceId, startMs, endMs })
      : [],
  ]);
  return {
    points,
    states,
    events,
    granularity: query.granularity ?? granularityOf(endMs - startMs),
  };
}
