/** Shelved alarms as pages and /v1 tell of them. */
import { z } from "zod";
import { rowIdField } from "#app/domain/row-id-field.ts";
import { ALARM_PRIORITIES, type AlarmPriority } from "#app/domain/alarms/types.ts";
import { toIso } from "#app/domain/formats/api-time.ts";

export type ShelvedAlarm = {
  alarmId: number;
  alarmName: string;
  deviceId: number;
  deviceName: string;
  /** IANA name. */
  timezone: string;
  priority: AlarmPriority;
  inAlarm: boolean;
  /** Unix milliseconds. */
  shelvedUntil: number;
  /** null: somebody who is gone. */
  shelvedByName: string | null;
  shelvedReason: string | null;
  /** It ends earlier, when a maintenance of the machine is done. */
  isShelvedByMaintenance: boolean;
};

export const shelvedQuery = z.object({ facility_id: rowIdField.optional() });

export const shelvedJson = z.object({
  alarm_id: z.int(),
  alarm_name: z.string(),
  device_id: z.int(),
  device_name: z.string(),
  priority: z.enum(ALARM_PRIORITIES),
  in_alarm: z.boolean(),
  shelved_until: z.iso.datetime(),
  shelved_by_name: z.string().nullable(),
  shelved_reason: z.string().nullable(),
  is_shelved_by_maintenance: z.boolean(),
});

export const toShelvedJson = (alarm: ShelvedAlarm): z.input<typeof shelvedJson> => ({
  alarm_id: alarm.alarmId,
  alarm_name: alarm.alarmName,
  device_id: alarm.deviceId,
  device_name: alarm.deviceName,
  priority: alarm.priority,
  in_alarm: alarm.inAlarm,
  shelved_until: toIso(alarm.shelvedUntil),
  shelved_by_name: alarm.shelvedByName,
  shelved_reason: alarm.shelvedReason,
  is_shelved_by_maintenance: alarm.isShelvedByMaintenance,
});
