import { sql, type SQL } from "drizzle-orm";
import { alarms, maintenances } from "#app/db/schema/index.ts";

/** Of an alarm's row: shelved at `now` (Unix milliseconds), unless its maintenance was marked as done since. */
export const isShelved = (now: number): SQL<boolean> =>
  sql<boolean>`coalesce(${alarms.shelvedUntil} > ${now} and not exists (select 1 from ${maintenances} where ${maintenances.id} = ${alarms.shelvedMaintenanceId} and ${maintenances.lastPerformedAt} > ${alarms.shelvedAt}), 0)`;
