/** Alarms as /v1 answers them (spec 000 §3, spec 001 §3). */
import { z } from "zod";
import {
  ALARM_FUNCTIONS,
  ALARM_PRIORITIES,
  ALARM_STATES,
  ALARM_STATUSES,
  COMPARATORS,
  SILENCE_SOURCES,
} from "#app/domain/alarms/types.ts";

const rowId = z.int().positive();
const moment = z.iso.datetime();

export const triggeredAlarmJson = z.object({
  id: rowId,
  device_id: rowId,
  name: z.string(),
  /** Path of the page that shows it. */
  url: z.string(),
  status: z.enum(ALARM_STATUSES),
  device_name: z.string(),
  triggered_at: moment.nullable(),
});

export const alarmJson = z.object({
  id: rowId,
  device_id: rowId,
  name: z.string(),
  function: z.enum(ALARM_FUNCTIONS),
  extra_emails: z.array(z.string()),
  sap_notification: z
    .object({
      NotifType: z.string(),
      ShortText: z.string(),
      Priority: z.string(),
      FunctLoc: z.string(),
      Reportedby: z.string(),
      CodeGroup: z.string(),
      Coding: z.string(),
      Breakdown: z.boolean(),
      Status: z.string(),
    })
    .nullable(),
  sap_rate_in_seconds: z.int().nullable(),
  sap_last_notified: moment.nullable(),
  in_alarm: z.boolean(),
  status: z.enum(ALARM_STATUSES),
  triggered_at: moment.nullable(),
  priority: z.enum(ALARM_PRIORITIES),
  /** ISA-18.2: normal, raised, acknowledged, or cleared and not acknowledged. */
  state: z.enum(ALARM_STATES),
  arguments: z.object({
    tag_name: z.string(),
    /** Milliseconds. */
    period: z.int(),
    machine_states: z.array(z.int()).optional(),
    comp: z.enum(COMPARATORS).optional(),
    threshold: z.number().optional(),
    uts_ad_enabled: z.boolean().optional(),
    threshold_ad_enabled: z.boolean().optional(),
    deadband: z.number().optional(),
    delay_off: z.int().optional(),
    /** Of a no-data alarm. */
    source: z.enum(SILENCE_SOURCES).optional(),
    sampler_id: z.int().optional(),
    awaits_first: z.boolean().optional(),
  }),
});
export type AlarmJson = z.output<typeof alarmJson>;
export type TriggeredAlarmJson = z.output<typeof triggeredAlarmJson>;
