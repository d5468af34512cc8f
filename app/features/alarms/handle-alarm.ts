/** What people do with an alarm that is there: acknowledge it, shelve it for a time (ISA-18.2). */
import { z } from "zod";
import { HOUR_MS, MINUTE_MS, DAY_MS } from "#app/domain/durations.ts";
import { rowIdField } from "#app/domain/row-id-field.ts";
import { requiredText } from "#app/domain/one-line.ts";

export const MAX_NOTE = 500;
const note = z.string().trim().max(MAX_NOTE);

export const acknowledgement = z.object({ note: note.optional() });

export const SHELF_TIMES = ["15m", "1h", "8h", "maintenance"] as const;
export type ShelfTime = (typeof SHELF_TIMES)[number];
/** Until the maintenance is marked as done, a week at most. */
export const SHELF_MS: Record<ShelfTime, number> = {
  "15m": 15 * MINUTE_MS,
  "1h": HOUR_MS,
  "8h": 8 * HOUR_MS,
  maintenance: 7 * DAY_MS,
};
export const shelving = z.object({
  for: z.enum(SHELF_TIMES),
  reason: requiredText(MAX_NOTE),
  /** Of the machine; needed with `maintenance`. */
  maintenance_id: rowIdField.optional(),
});
