/** A wall display: what of it can be set, by form and /v1 alike, and how it is shown. */
import { z } from "zod";
import { MAX_DISPLAY_NAME } from "#app/domain/access/display.ts";
import { MAKES, type Make } from "#app/domain/access/types.ts";
import { isTimeZone } from "#app/domain/formats/time-zones.ts";
import { jsonView } from "#app/domain/json-view.ts";
import { requiredLine } from "#app/domain/one-line.ts";
import { LOCALES, type Locale } from "#app/domain/preferences.ts";
import { rowIdField } from "#app/domain/row-id-field.ts";

/** D1 binds a hundred parameters. */
const MAX_FACILITIES = 50;

export const displaySettings = z.object({
  name: requiredLine(MAX_DISPLAY_NAME),
  facility_ids: z.array(rowIdField).min(1).max(MAX_FACILITIES),
  locale: z.enum(LOCALES),
  time_zone: z.string().max(64).refine(isTimeZone, "time_zone"),
});
/** `code` as somebody typed it from the screen: case, spaces and dashes are nothing. The form's first field. */
export const newDisplay = z.object({
  code: z.string().trim().min(1).max(20),
  ...displaySettings.shape,
});

export const displayView = jsonView(
  {
    id: z.int(),
    name: z.string(),
    customer_id: z.int(),
    /** null: all machines of its facilities. */
    make: z.enum(MAKES).nullable(),
    facility_ids: z.array(z.int()),
    locale: z.enum(LOCALES),
    time_zone: z.string(),
  },
  { created_at: "always", last_seen_at: "orNull" },
);

/** A paired wall display. Times are Unix milliseconds. */
export type Display = {
  id: number;
  name: string;
  customerId: number;
  /** null: every machine of its facilities. */
  make: Make | null;
  facilityIds: number[];
  locale: Locale;
  /** IANA name. */
  timeZone: string;
  createdAt: number;
  lastSeenAt: number | null;
};
export type ListedDisplay = Display & { customerName: string };
export type DisplaySettings = Pick<Display, "name" | "facilityIds" | "locale" | "timeZone">;

/** A facility to choose, and those of one customer, by name. */
export type FacilityChoice = {
  id: number;
  name: string;
  city: string;
  state: string;
  timezone: string;
  customerId: number;
};
export type FacilityGroup = {
  customerId: number;
  customerName: string;
  facilities: FacilityChoice[];
};

/** Facilities under their customers, both in the order that they came in; a customer without facilities has no group. */
export function groupByCustomer(
  customers: readonly { id: number; name: string }[],
  facilities: readonly FacilityChoice[],
): FacilityGroup[] {
  return customers.flatMap(({ id, name }) => {
    const own = facilities.filter(({ customerId }) => customerId === id);
    return own.length === 0 ? [] : [{ customerId: id, customerName: name, facilities: own }];
  });
}
