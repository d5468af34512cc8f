import { z } from "zod";
import { MAX_DISPLAY_NAME } from "#app/domain/access/display.ts";
import { LOCALES } from "#app/domain/preferences.ts";

/** Messages are codes, put into words where they are shown. `code`, `one_customer` and `wait` are the server's own. */
export type DisplayProblem =
  "required" | "too_long" | "facilities" | "one_customer" | "code" | "wait";

export const displayFields = z.object({
  name: z.string("required").trim().min(1, "required").max(MAX_DISPLAY_NAME, "too_long"),
  facility_ids: z
    .array(z.coerce.number<string>().int().positive())
    .min(1, "facilities")
    .max(50, "facilities"),
  locale: z.enum(LOCALES),
  time_zone: z.string().max(64),
});
export const pairFields = displayFields.extend({
  code: z.string("required").trim().min(1, "required").max(20, "code"),
});
