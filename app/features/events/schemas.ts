/** Downtime events as forms and /v1 send and answer them (spec 000 §3, §5). */
import { z } from "zod";
import { MAKES } from "#app/domain/access/types.ts";
import { eventPageQuery } from "#app/domain/events/event-page.ts";
import { INTERVENTION_TYPES } from "#app/domain/events/interventions.ts";
import { apiTime } from "#app/domain/formats/api-time.ts";
import { requiredLine } from "#app/domain/one-line.ts";
import { problemText, type Problem } from "#app/domain/problems.ts";

export const MAX_INTERVENTIONS = 20;
const rowId = z.int().positive();
const machineName = z
  .union([rowId, z.string().trim().min(1).max(128)])
  .meta({ description: "Id or serial number" });
/** Forms send empty text for what is left out. */
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => (text ? text : null));

export const interventionSchema = z.object({
  type: z.enum(INTERVENTION_TYPES),
  component_id: rowId,
  component_part_number: optionalText(100),
  reason_id: rowId.nullish().transform((reason) => reason ?? null),
});

/** A form sends text; none where the field is empty. */
const formTime = z
  .string()
  .transform((text): string | number => text)
  .pipe(apiTime);

const MAX_NOTES = 10_000;
const eventName = requiredLine(200);
const interventionList = z.array(interventionSchema).max(MAX_INTERVENTIONS);
const TIMES = ["start_at", "end_at", "downtime_start_at", "downtime_end_at"] as const;
/** Unix milliseconds; downtime has both ends or neither. */
export type EventTimes = {
  start_at: number;
  end_at: number;
  downtime_start_at: number | null;
  downtime_end_at: number | null;
};

/** What is wrong with the order of an event's times, by field. */
export function timeProblems(event: EventTimes): Partial<Record<keyof EventTimes, Problem>> {
  const problems: Partial<Record<keyof EventTimes, Problem>> = {};
  if (event.end_at <= event.start_at) problems.end_at = { code: "later_than", field: "start_at" };
  const { downtime_start_at: from, downtime_end_at: to } = event;
  if (from === null && to !== null) problems.downtime_start_at = { code: "required" };
  if (from !== null && to === null) problems.downtime_end_at = { code: "required" };
  if (from !== null && to !== null && to <= from)
    problems.downtime_end_at = { code: "later_than", field: "downtime_start_at" };
  return problems;
}

const eventFields = <Time extends typeof apiTime | typeof formTime>(time: Time) => ({
  name: eventName,
  start_at: time,
  end_at: time,
  downtime_start_at: time.nullish().transform((ms) => ms ?? null),
  downtime_end_at: time.nullish().transform((ms) => ms ?? null),
  notes: optionalText(MAX_NOTES),
  interventions: interventionList.default([]),
});
type Issues = Partial<Record<keyof EventTimes, Problem>>;
const addIssues = (context: z.core.$RefinementCtx, problems: Issues): void => {
  for (const [field, problem] of Object.entries(problems))
    context.addIssue({ code: "custom", path: [field], message: problemText(problem) });
};

/** What can be told without the clock and the database; reportEvent checks the rest. */
export const eventSchema = z
  .object({ device_id: machineName, ...eventFields(apiTime) })
  .superRefine((event, context) => addIssues(context, timeProblems(event)));
const missingDowntime = (event: EventTimes): Issues => ({
  ...(event.downtime_start_at === null && { downtime_start_at: { code: "required" } }),
  ...(event.downtime_end_at === null && { downtime_end_at: { code: "required" } }),
});
/** The same as the form of a machine sends it, which says that there was downtime before it says when. */
export const eventForm = z
  .object({ ...eventFields(formTime), is_downtime: z.boolean().default(false) })
  .superRefine(({ is_downtime: isDowntime, ...event }, context) =>
    addIssues(context, { ...timeProblems(event), ...(isDowntime && missingDowntime(event)) }),
  );

/** Clocks of plants run ahead a little. */
const CLOCK_SLACK_MS = 60_000;
/** The times of an event that are in the future. */
export const futureTimes = (times: Partial<EventTimes>, nowMs: number): (keyof EventTimes)[] =>
  TIMES.filter((field) => (times[field] ?? 0) > nowMs + CLOCK_SLACK_MS);
/** The form with what only the clock can tell, for the browser. */
export const eventFormAt = (nowMs: number) =>
  eventForm.superRefine((event, context) =>
    addIssues(
      context,
      Object.fromEntries(futureTimes(event, nowMs).map((field) => [field, { code: "future" }])),
    ),
  );
export const reportEventBody = z.object({ event: eventSchema });
export type ReportEvent = z.output<typeof eventSchema>;

/** PATCH: what is left out stays, and changeEvent checks the whole after that. An event keeps its machine. */
export const eventChanges = z.object({
  name: eventName.optional(),
  start_at: apiTime.optional(),
  end_at: apiTime.optional(),
  downtime_start_at: apiTime.nullable().optional(),
  downtime_end_at: apiTime.nullable().optional(),
  notes: z.string().trim().max(MAX_NOTES).nullable().optional(),
  interventions: interventionList.optional(),
});
export const changeEventBody = z.object({ event: eventChanges });
export type EventChanges = z.output<typeof eventChanges>;

export const listEventsQuery = z
  .object({
    device_id: z.string().min(1).max(128).meta({ description: "Id or serial number" }),
    start_time: apiTime.optional(),
    end_time: apiTime.optional(),
    ...eventPageQuery,
  })
  .superRefine(({ start_time: from, end_time: to }, context) => {
    if (from !== undefined && to !== undefined && to <= from)
      context.addIssue({
        code: "custom",
        path: ["end_time"],
        message: problemText({ code: "later_than", field: "start_time" }),
      });
  });
export const listComponentsQuery = z.object({
  device_id: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .meta({ description: "Id or serial number: only what this machine is made of" }),
});

const moment = z.iso.datetime();
const named = z.object({ id: rowId, name: z.string() });
export const interventionJson = z.object({
  id: rowId,
  type: z.enum(INTERVENTION_TYPES),
  component_id: rowId,
  component: named.extend({ parent_name: z.string().nullable() }),
  component_part_number: z.string().nullable(),
  reason_id: rowId.nullable(),
  reason: named.nullable(),
});
export const eventJson = z.object({
  id: rowId,
  device_id: rowId,
  device: named.extend({ serial_number: z.string() }),
  name: z.string(),
  start_at: moment,
  end_at: moment,
  downtime_start_at: moment.nullable(),
  downtime_end_at: moment.nullable(),
  notes: z.string().nullable(),
  /** Name of the person or sampler that reported it. */
  author: z.string().nullable(),
  user: z.object({ id: rowId, first_name: z.string(), last_name: z.string() }).nullable(),
  sampler: named.nullable(),
  kiwi_class: z.int().nullable(),
  created_at: moment,
  /** When its author last changed it; null: never. */
  changed_at: moment.nullable(),
  /** Whether who asks may change it: its author. */
  can_change: z.boolean(),
  interventions: z.array(interventionJson),
});
export const eventPageJson = z.object({
  data: z.array(eventJson),
  next_before: z.string().nullable(),
});
export const componentJson = named.extend({
  parent_id: rowId.nullable(),
  parent_name: z.string().nullable(),
  make: z.enum(MAKES).nullable(),
  model: z.string().nullable(),
  reasons: z.array(named),
});
export type EventJson = z.output<typeof eventJson>;
export type EventPageJson = z.output<typeof eventPageJson>;
export type ComponentJson = z.output<typeof componentJson>;
