import { sql } from "drizzle-orm";
import { displays } from "#app/db/schema/index.ts";
import type { Display } from "./display.ts";

/**
 * Ids as a JSON text, in the same query. A facility that went to another customer is the display's no more.
 * Names are written out: in a select from one table drizzle leaves tables out, and `id` would be the facility's.
 */
export const facilityIdsOfDisplay = sql<string>`(
  select json_group_array(chosen.facility_id) from display_facilities chosen
  inner join facilities plant on plant.id = chosen.facility_id
  where chosen.display_id = displays.id and plant.customer_id = displays.customer_id)`.as(
  "facility_ids",
);

export const displayColumns = {
  id: displays.id,
  name: displays.name,
  customerId: displays.customerId,
  make: displays.make,
  locale: displays.locale,
  timeZone: displays.timeZone,
  createdAt: displays.createdAt,
  lastSeenAt: displays.lastSeenAt,
  facilityIds: facilityIdsOfDisplay,
};

type Row = Omit<Display, "facilityIds"> & { facilityIds: string };

export const toDisplay = (row: Row): Display => ({
  ...row,
  facilityIds: (JSON.parse(row.facilityIds) as number[]).sort((a, b) => a - b),
});
