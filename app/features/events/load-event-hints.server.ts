import { and, desc, eq, max } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { events } from "#app/db/schema/index.ts";
import { isSeenWhole } from "#app/domain/metrics/stops.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { MOST_REASONS, MOST_STOPS, type EventHints } from "./event-hints.ts";
import { isShown } from "./list-event-spans.server.ts";
import { loadStops } from "./load-state-timeline.server.ts";

type Deps = { db: Db; series: Pick<SeriesReader, "stateChanges">; now: number };

/**
 * What a report of a machine's event begins with: its last stops of 7 days and the names of its last events, the newest
 * first. The caller asks whether the reader may report its events.
 */
export async function loadEventHints(
  deps: Deps,
  machine: { id: number; microStopSeconds: number },
): Promise<EventHints> {
  const [stops, named] = await Promise.all([
    loadStops(deps, machine, "week"),
    deps.db
      .select({ id: max(events.id), name: events.name })
      .from(events)
      .where(and(eq(events.deviceId, machine.id), isShown))
      .groupBy(events.name)
      .orderBy(desc(max(events.startAt)), desc(max(events.id)))
      .limit(MOST_REASONS),
  ]);
  return {
    leastStopSeconds: machine.microStopSeconds,
    // Of others nobody knows when they began, or ended.
    stops: stops
      .filter((stop) => (stop.isOpen ? !stop.isOlder : isSeenWhole(stop)))
      .slice(0, MOST_STOPS),
    events: named.flatMap(({ id, name }) => (id === null ? [] : { id, name })),
  };
}
