/** A change of an alarm, field by field of its form, upon the alarm as it stands. */
import { toRate } from "#app/domain/alarms/sap.ts";
import { SECOND_MS } from "#app/domain/durations.ts";
import type { AlarmDefinition, NewAlarm } from "./alarm.ts";
import { alarmForm, toNewAlarm, type FilledAlarm } from "./alarm-form.ts";

/** What is watched is one thing: half of one person's and half of another's would be nobody's. */
const WATCHED = [
  ...["function", "tag_name", "comp", "threshold", "uts_ad_enabled", "threshold_ad_enabled"],
  ...["source", "sampler_id", "awaits_first"],
];
const RATE = ["sap_rate", "sap_unit", "sap_rate_stored"];

/** Fields that are touched together (answerChange). */
export const TOGETHER: Record<string, readonly string[]> = Object.fromEntries(
  [WATCHED, RATE].flatMap((group) => group.map((name) => [name, group])),
);

/** Every field, those that are empty too. */
export const everyField = (filled: FilledAlarm): FilledAlarm =>
  Object.fromEntries(
    Object.keys(alarmForm.shape).map((name) => [name, filled[name as keyof FilledAlarm]]),
  ) as FilledAlarm;

/** The alarm with what was changed of its form; SAP is left out while nobody touched it, for the plant may take it no more. */
export function changedAlarm(
  alarm: AlarmDefinition,
  change: Partial<FilledAlarm>,
): Partial<NewAlarm> {
  const whole = toNewAlarm({ ...asFilled(alarm), ...change });
  if (Object.keys(change).some((name) => name.startsWith("sap"))) return whole;
  const { sap_notification: _sap, sap_rate_in_seconds: _rate, ...others } = whole;
  return others;
}

function asFilled({ arguments: wanted, sapNotification: sap, ...alarm }: AlarmDefinition) {
  const { period, delay_off, ...watched } = wanted;
  const rate = alarm.sapRateInSeconds;
  const shown = rate === null ? null : toRate(rate);
  return {
    ...watched,
    name: alarm.name,
    function: alarm.function,
    priority: alarm.priority,
    extra_emails: alarm.extraEmails,
    period_s: period / SECOND_MS,
    delay_off_s: (delay_off ?? 0) / SECOND_MS,
    sap: sap !== null,
    sap_short_text: sap?.ShortText,
    sap_funct_loc: sap?.FunctLoc,
    sap_notif_type: sap?.NotifType,
    sap_priority: sap?.Priority,
    sap_breakdown: sap?.Breakdown,
    sap_rate: shown === null ? undefined : String(shown.amount),
    sap_unit: shown?.unit,
    sap_rate_stored: rate ?? undefined,
  } satisfies FilledAlarm;
}
