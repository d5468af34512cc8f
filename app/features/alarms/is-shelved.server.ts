import { sql, type SQL } from "drizzle-orm";
import { alarms, maintenanceHistory, maintenances } from "#app/db/schema/index.ts";

/**
 * Of an alarm's row: shelved at `now` (Unix milliseconds), unless its maintenance was marked as done since, whatever day that
 * is said to have been, or is gone.
 */
export const isShelved = (now: number): SQL<boolean> =>
  sql<boolean>`coalesce(${alarms.shelvedUntil} > ${now} and (${alarms.shelvedMaintenanceId} is null or (${isThere} and not ${isDone})), 0)`;

const isThere = sql`exists (select 1 from ${maintenances} where ${maintenances.id} = ${alarms.shelvedMaintenanceId})`;
const isDone = sql`exists (select 1 from ${maintenanceHistory} where ${maintenanceHistory.maintenanceId} = ${alarms.shelvedMaintenanceId} and ${maintenanceHistory.createdAt} > ${alarms.shelvedAt})`;
