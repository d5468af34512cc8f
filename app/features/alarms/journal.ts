/** The journal of alarms as /v1 asks for it and answers it. */
import { z } from "zod";
import { JOURNAL_KINDS } from "#app/domain/alarms/journal.ts";
import { ALARM_PRIORITIES } from "#app/domain/alarms/types.ts";
import { rowIdField } from "#app/domain/row-id-field.ts";
import { apiTime, toIso } from "#app/domain/formats/api-time.ts";
import { placeText } from "#app/domain/formats/list-place.ts";
import type { JournalLine } from "./journal-question.ts";

const id = rowIdField.optional();

export const journalQuery = z.object({
  device_id: id,
  facility_id: id,
  customer_id: id,
  alarm_id: id,
  kind: z.enum(JOURNAL_KINDS).optional(),
  priority: z.enum(ALARM_PRIORITIES).optional(),
  start_time: apiTime.optional(),
  end_time: apiTime.optional(),
  /** The `next_before` of the page before. */
  before: placeText.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const journalJson = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  kind: z.enum(JOURNAL_KINDS),
  alarm_id: z.int(),
  alarm_name: z.string(),
  priority: z.enum(ALARM_PRIORITIES),
  device_id: z.int(),
  device_name: z.string(),
  /** Of the plant in which the machine stands now, and whose it is; null: the machine has no place. */
  facility_name: z.string().nullable(),
  customer_name: z.string().nullable(),
  /** null: Helios itself. */
  actor_user_id: z.int().nullable(),
  actor_name: z.string().nullable(),
  journal_note: z.string().nullable(),
  /** Of a shelving: until when. */
  until: z.iso.datetime().nullable(),
  /** Of a told message: to how many addresses. */
  addresses: z.int().nullable(),
  /** Of a change: which fields. */
  fields: z.array(z.string()).nullable(),
});

export const toJournalJson = (line: JournalLine): z.input<typeof journalJson> => ({
  id: line.id,
  at: toIso(line.at),
  kind: line.kind,
  alarm_id: line.alarmId,
  alarm_name: line.alarmName,
  priority: line.priority,
  device_id: line.deviceId,
  device_name: line.deviceName,
  facility_name: line.facilityName,
  customer_name: line.customerName,
  actor_user_id: line.actorUserId,
  actor_name: line.actorName,
  journal_note: line.journalNote,
  until: line.details?.until === undefined ? null : toIso(line.details.until),
  addresses: line.details?.addresses ?? null,
  fields: line.details?.fields ?? null,
});
