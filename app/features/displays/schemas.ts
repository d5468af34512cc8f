/** Displays as forms and /v1 take and answer them. */
import { z } from "zod";
import { MAX_DISPLAY_NAME } from "#app/domain/access/display.ts";
import { MAKES } from "#app/domain/access/types.ts";
import { isTimeZone } from "#app/domain/formats/time-zones.ts";
import { LOCALES } from "#app/domain/preferences.ts";
import type { Display } from "./display-record.server.ts";

/** D1 binds a hundred parameters. */
const MAX_FACILITIES = 50;

const settings = {
  name: z
    .string()
    .trim()
    .min(1, "is required")
    .max(MAX_DISPLAY_NAME, `has at most ${MAX_DISPLAY_NAME} characters`),
  facility_ids: z
    .array(z.coerce.number().int().positive())
    .min(1, "needs at least one facility")
    .max(MAX_FACILITIES),
  locale: z.enum(LOCALES),
  time_zone: z.string().refine(isTimeZone, "is not a time zone"),
};

/** `code` as somebody typed it from the screen: case, spaces and dashes are nothing. */
export const newDisplaySchema = z.object({
  code: z.string().trim().min(1, "is required").max(20),
  ...settings,
});
export const displayChangeSchema = z.object(settings).partial();

export const displayJson = z.object({
  id: z.int(),
  name: z.string(),
  customer_id: z.int(),
  /** null: all machines of its facilities. */
  make: z.enum(MAKES).nullable(),
  facility_ids: z.array(z.int()),
  locale: z.enum(LOCALES),
  time_zone: z.string(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime().nullable(),
});

export const toDisplayJson = (display: Display): z.input<typeof displayJson> => ({
  id: display.id,
  name: display.name,
  customer_id: display.customerId,
  make: display.make,
  facility_ids: display.facilityIds,
  locale: display.locale,
  time_zone: display.timeZone,
  created_at: new Date(display.createdAt).toISOString(),
  last_seen_at: display.lastSeenAt === null ? null : new Date(display.lastSeenAt).toISOString(),
});

export const toDisplaySettings = (body: Omit<z.output<typeof newDisplaySchema>, "code">) => ({
  name: body.name,
  facilityIds: body.facility_ids,
  locale: body.locale,
  timeZone: body.time_zone,
});

/** Only what was given. */
export const toDisplayChange = ({
  name,
  facility_ids,
  locale,
  time_zone,
}: z.output<typeof displayChangeSchema>) => ({
  ...(name === undefined ? {} : { name }),
  ...(facility_ids === undefined ? {} : { facilityIds: facility_ids }),
  ...(locale === undefined ? {} : { locale }),
  ...(time_zone === undefined ? {} : { timeZone: time_zone }),
});
