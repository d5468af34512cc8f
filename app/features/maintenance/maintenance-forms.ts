/** What the tab's forms send: contracts for the browser and the page's action alike. */
import { z } from "zod";
import { isDay } from "#app/domain/formats/local-days.ts";
import { requiredText } from "#app/domain/one-line.ts";
import { problemText } from "#app/domain/problems.ts";
import { rowIdField } from "#app/domain/row-id-field.ts";
import { MAX_REASON } from "./schemas.ts";

/** A day of the facility, as a date field sends it. */
const day = z
  .string()
  .trim()
  .min(1)
  .max(10)
  .refine(isDay, { message: problemText({ code: "required" }) });

export const completeForm = z.object({
  id: rowIdField,
  performed_at: day,
  /** 0 too early, 1 right on time, 2 too late; not asked for the first time. */
  prediction_accuracy: z.enum(["0", "1", "2"]).optional(),
  double_up: z.literal("on").optional(),
});

export const snoozeForm = z.object({
  id: rowIdField,
  snoozed_until: day,
  snooze_reason: requiredText(MAX_REASON),
});

export const oneMaintenance = z.object({ id: rowIdField });

/** What a form of the tab did, and to what: the page selects it. */
export type MaintenanceDone = {
  id: number;
  name: string;
  /** It was marked as done on that day before, and nothing was changed. */
  isRepeat?: boolean;
};
