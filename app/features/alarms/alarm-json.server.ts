import { alarmState, alarmStatus } from "#app/domain/alarms/types.ts";
import { toIsoOrNull } from "#app/domain/formats/api-time.ts";
import type { Alarm } from "./list-alarms.server.ts";
import type { TriggeredAlarm } from "./list-triggered-alarms.server.ts";
import type { AlarmJson, TriggeredAlarmJson } from "./schemas.ts";

/** An alarm as /v1 answers it. */
export const toAlarmJson = (alarm: Alarm): AlarmJson => ({
  id: alarm.id,
  device_id: alarm.deviceId,
  name: alarm.name,
  function: alarm.function,
  extra_emails: alarm.extraEmails,
  sap_notification: alarm.sapNotification,
  sap_rate_in_seconds: alarm.sapRateInSeconds,
  sap_last_notified: toIsoOrNull(alarm.sapLastNotified),
  in_alarm: alarm.inAlarm,
  status: alarmStatus(alarm.inAlarm),
  triggered_at: toIsoOrNull(alarm.triggeredAt),
  priority: alarm.priority,
  state: alarmState(alarm),
  arguments: alarm.arguments,
});

/** A row of the dashboard as /v1 answers it. */
export const toTriggeredAlarmJson = (alarm: TriggeredAlarm): TriggeredAlarmJson => ({
  id: alarm.id,
  device_id: alarm.deviceId,
  name: alarm.name,
  url: alarm.url,
  status: alarm.status,
  device_name: alarm.deviceName,
  triggered_at: toIsoOrNull(alarm.triggeredAt),
});
