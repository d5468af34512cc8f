/** Maintenance as forms and /v1 send and answer it (spec 001 §3, §5, §7). */
import { z } from "zod";
import { apiTime } from "#app/domain/formats/api-time.ts";
import { isBlank } from "#app/domain/one-line.ts";
import { problemText, type Problem } from "#app/domain/problems.ts";
import { isDay } from "#app/domain/formats/local-days.ts";
import {
  MAINTENANCE_STATUSES,
  MAINTENANCE_TYPES,
  PREDICTION_ACCURACIES,
} from "#app/domain/maintenance/types.ts";

/** A day of the plant (`YYYY-MM-DD`, kept as text) or a moment (Unix milliseconds). */
export type DayOrMoment = string | number;
const dayOrMoment = z
  .union([z.string(), z.number()])
  .transform((value, context): DayOrMoment => {
    if (typeof value === "string" && isDay(value.trim())) return value.trim();
    const moment = apiTime.safeParse(value);
    if (moment.success) return moment.data;
    context.addIssue(
      `must be a day of the calendar (YYYY-MM-DD), an ISO 8601 time or Unix milliseconds, not "${String(value).slice(0, 40)}"`,
    );
    return z.NEVER;
  })
  .meta({
    description:
      "A day of the facility's calendar (YYYY-MM-DD), an ISO 8601 time or Unix milliseconds",
  });

export const MAX_REASON = 500;
const snoozeReason = z.string().trim().max(MAX_REASON);
/** 0 too early, 1 right on time, 2 too late. */
const accuracy = z.int().min(0).max(2);

const isGiven = <T>(value: T | null | undefined): value is T =>
  value !== null && value !== undefined;

const maintenanceChange = z
  .object({
    performed_at: dayOrMoment.nullish(),
    prediction_accuracy: accuracy.nullish(),
    double_up: z.boolean().nullish(),
    device_serial: z.string().max(128).nullish().meta({
      description: "Of the maintenance's machine; of another one answers 422",
    }),
    snoozed_at: dayOrMoment.nullish(),
    snoozed_until: dayOrMoment.nullish(),
    snooze_reason: snoozeReason.nullish(),
  })
  .transform((change, context) => {
    const issue = (field: string, problem: Problem) =>
      context.addIssue({ code: "custom", path: [field], message: problemText(problem) });
    const { performed_at: performedAt, snoozed_until: snoozedUntil } = change;
    if (isGiven(performedAt)) {
      if (isGiven(snoozedUntil))
        issue("snoozed_until", { code: "not_together", field: "performed_at" });
      const predictionAccuracy = PREDICTION_ACCURACIES[change.prediction_accuracy ?? -1] ?? null;
      return {
        kind: "complete" as const,
        performedAt,
        predictionAccuracy,
        doubleUp: change.double_up ?? null,
        deviceSerial: change.device_serial ?? null,
      };
    }
    if (isGiven(snoozedUntil)) {
      if (isBlank(change.snooze_reason ?? "")) issue("snooze_reason", { code: "required" });
      return {
        kind: "snooze" as const,
        from: change.snoozed_at ?? null,
        until: snoozedUntil,
        reason: change.snooze_reason ?? "",
      };
    }
    if (snoozedUntil === null) return { kind: "unsnooze" as const };
    issue("performed_at", { code: "required" });
    return z.NEVER;
  });
export type MaintenanceChange = z.output<typeof maintenanceChange>;

/** Wrapped in `maintenance`, or the fields alone. */
export const updateMaintenanceBody = z.preprocess(
  (body) =>
    typeof body === "object" && body !== null && !Array.isArray(body) && !("maintenance" in body)
      ? { maintenance: body }
      : body,
  z.object({ maintenance: maintenanceChange }),
);

export const recommendedQuery = z.object({
  device_id: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .meta({ description: "Id or serial number: only this machine's" }),
});

export const deleteQuery = z.object({
  all: z.string().max(8).optional().meta({ description: "Present: with its whole history" }),
});

const rowId = z.int().positive();
const moment = z.iso.datetime();
const dates = { recommended_date: moment.nullable(), last_performed_at: moment.nullable() };

export const recommendedJson = z.object({
  id: rowId,
  device_id: rowId,
  device_name: z.string(),
  maintenance_type: z.enum(MAINTENANCE_TYPES),
  kind: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(MAINTENANCE_STATUSES),
  /** Percent of life left; null while nobody knows. */
  current_state: z.number().nullable(),
  next_service_date: moment,
  ...dates,
});

export const maintenanceJson = z.object({
  id: rowId,
  device_id: rowId,
  name: z.string(),
  kind: z.string(),
  type: z.enum(MAINTENANCE_TYPES),
  verbs: z.object({ past: z.string(), present: z.string(), noun: z.string() }),
  target: z.string(),
  actions: z.array(z.string()),
  /** Percent of life left at which the work is recommended. */
  cutoff_value: z.number(),
  /** Hours from the work until nothing is left. */
  max_tag_threshold: z.number().nullable(),
  double_up: z.boolean().nullable(),
  basic_type: z.boolean(),
  status: z.enum(MAINTENANCE_STATUSES),
  current_percent: z.number().nullable(),
  ...dates,
  snoozed_at: moment.nullable(),
  snoozed_until: moment.nullable(),
  snooze_reason: z.string().nullable(),
  burn_rates: z.array(z.object({ system_time: moment, value: z.number() })),
  history: z.array(
    z.object({
      performed_at: moment,
      prediction_accuracy: z.enum(PREDICTION_ACCURACIES).nullable(),
      user_name: z.string().nullable(),
    }),
  ),
  /** From the start of each snooze to its end and its reason. */
  snooze_histories: z.record(z.string(), z.tuple([moment, z.string()])),
  service_tier: z.object({ id: rowId, name: z.string() }).nullable(),
});
export const availableTypeJson = z.object({
  name: z.string(),
  kind: z.string(),
  value: z.int(),
  basic_type: z.boolean(),
});
export const maintenancesJson = z.object({
  maintenances: z.array(maintenanceJson),
  available_types: z.array(availableTypeJson),
});

export type RecommendedJson = z.output<typeof recommendedJson>;
export type MaintenanceJson = z.output<typeof maintenanceJson>;
