/** The form of an alarm: the contract's fields as people fill them in (seconds, a rate with a unit, switches). */
import { z } from "zod";
import {
  MAX_RATE_AMOUNT,
  MAX_SAP_TEXT,
  RATE_UNITS,
  toRate,
  type RateUnit,
} from "#app/domain/alarms/sap.ts";
import {
  ALARM_FUNCTIONS,
  ALARM_PRIORITIES,
  COMPARATORS,
  MAX_PERIOD_MS,
  MIN_PERIOD_MS,
  SILENCE_SOURCES,
} from "#app/domain/alarms/types.ts";
import { isBlank, oneLineText } from "#app/domain/one-line.ts";
import { problemText, type Problem } from "#app/domain/problems.ts";
import { rowIdField } from "#app/domain/row-id-field.ts";
import {
  alarmFields,
  definitionProblems,
  isBooleanTag,
  type AlarmDefinition,
  type NewAlarm,
} from "./alarm.ts";
import { SECOND_MS } from "#app/domain/durations.ts";

const UNITS = Object.keys(RATE_UNITS) as [RateUnit, ...RateUnit[]];
const sapText = oneLineText(MAX_SAP_TEXT).optional();
/** Digits only, three at most, and not 0. */
const RATE = /^[0-9]{1,3}$/;

const fields = z.object({
  name: alarmFields.shape.name,
  function: z.enum(ALARM_FUNCTIONS),
  tag_name: alarmFields.shape.arguments.shape.tag_name.optional(),
  period_s: z
    .int()
    .min(MIN_PERIOD_MS / SECOND_MS)
    .max(MAX_PERIOD_MS / SECOND_MS),
  source: z.enum(SILENCE_SOURCES).optional(),
  sampler_id: rowIdField.optional(),
  awaits_first: z.boolean().optional(),
  comp: z.enum(COMPARATORS).optional(),
  threshold: z.number().optional(),
  machine_states: z.array(z.coerce.number<unknown>().int().min(0).max(6)).max(7).optional(),
  uts_ad_enabled: z.boolean().optional(),
  threshold_ad_enabled: z.boolean().optional(),
  deadband: z.number().min(0).optional(),
  delay_off_s: z
    .int()
    .min(0)
    .max(MAX_PERIOD_MS / SECOND_MS)
    .optional(),
  priority: z.enum(ALARM_PRIORITIES),
  extra_emails: alarmFields.shape.extra_emails.optional(),
  sap: z.boolean().optional(),
  sap_short_text: sapText,
  sap_funct_loc: sapText,
  sap_notif_type: sapText,
  sap_priority: sapText,
  sap_breakdown: z.boolean().optional(),
  sap_rate: z.string().optional(),
  sap_unit: z.enum(UNITS).optional(),
  /** What is stored, in seconds: kept while amount and unit are what is shown of it. */
  sap_rate_stored: alarmFields.shape.sap_rate_in_seconds.unwrap().optional(),
});
type Filled = z.output<typeof fields>;
export type FilledAlarm = Filled;

export const alarmForm = fields.superRefine((filled, context) => {
  const say = (field: string, problem: Problem) =>
    context.addIssue({ code: "custom", path: [field], message: problemText(problem) });
  const { function: kind, arguments: wanted } = toNewAlarm(filled);
  for (const [field, problems] of Object.entries(
    definitionProblems(
      { function: kind, arguments: wanted as never },
      isBooleanTag(wanted.tag_name),
    ),
  ))
    for (const problem of problems) say(toFormField(field), inSeconds(field, problem));
  if (!filled.sap) return;
  if (!filled.sap_funct_loc) say("sap_funct_loc", { code: "required" });
  if (!RATE.test(filled.sap_rate ?? "") || Number(filled.sap_rate) === 0)
    say("sap_rate", { code: "notification_rate", most: MAX_RATE_AMOUNT });
});

/** The form asks for periods in seconds. */
export const inSeconds = (field: string, problem: Problem): Problem =>
  field === "arguments.period" && problem.code === "at_least"
    ? { ...problem, least: problem.least / SECOND_MS }
    : problem;

/** Where the form shows what the use case says of a field. */
export function toFormField(field: string): string {
  const FIELDS: Record<string, string> = {
    "arguments.period": "period_s",
    "arguments.delay_off": "delay_off_s",
    sap_notification: "sap",
    sap_rate_in_seconds: "sap_rate",
    "sap_notification.FunctLoc": "sap_funct_loc",
    "sap_notification.ShortText": "sap_short_text",
  };
  return FIELDS[field] ?? field.replace(/^arguments\./, "");
}

/** What is not filled in of what no alarm can do without: name, period, and the tag where one is watched (spec 001 §5). */
export function missingFields(filled: {
  name: string;
  period: string;
  tag: string | null;
  kind: string;
  source: string;
}): ("name" | "tag" | "period")[] {
  const needsTag = filled.kind !== "no_data_for_time_period" || filled.source === "tag";
  return [
    ...(isBlank(filled.name) ? (["name"] as const) : []),
    ...(needsTag && (filled.tag ?? "") === "" ? (["tag"] as const) : []),
    ...(filled.period.trim() === "" ? (["period"] as const) : []),
  ];
}

export function toNewAlarm(filled: Filled): NewAlarm {
  const given = <T extends object>(values: T) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
  return {
    name: filled.name,
    function: filled.function,
    priority: filled.priority,
    extra_emails: filled.extra_emails ?? [],
    arguments: {
      tag_name: filled.tag_name ?? "",
      period: filled.period_s * SECOND_MS,
      machine_states: filled.machine_states ?? [],
      uts_ad_enabled: filled.uts_ad_enabled ?? false,
      threshold_ad_enabled: filled.threshold_ad_enabled ?? false,
      delay_off: (filled.delay_off_s ?? 0) * SECOND_MS,
      ...given({
        comp: filled.comp,
        threshold: filled.threshold,
        deadband: filled.deadband,
        source: filled.source,
        sampler_id: filled.sampler_id,
        awaits_first: filled.awaits_first,
      }),
    },
    sap_notification: filled.sap
      ? {
          FunctLoc: filled.sap_funct_loc ?? "",
          Breakdown: filled.sap_breakdown ?? false,
          ...given({
            ShortText: filled.sap_short_text,
            NotifType: filled.sap_notif_type,
            Priority: filled.sap_priority,
          }),
        }
      : null,
    sap_rate_in_seconds: filled.sap ? rateOf(filled) : null,
  };
}

/** Seconds: a stored rate that no unit shows exactly (`toRate`) stays as it is until another one is filled in. */
function rateOf({ sap_rate, sap_unit, sap_rate_stored }: Filled): number {
  const amount = Number(sap_rate);
  const unit = sap_unit ?? "days";
  const shown = sap_rate_stored === undefined ? null : toRate(sap_rate_stored);
  return shown?.amount === amount && shown.unit === unit
    ? sap_rate_stored!
    : amount * RATE_UNITS[unit];
}

type Texts = Record<Exclude<keyof Filled, "machine_states" | "extra_emails">, string>;
const flag = (value: boolean | undefined): string => (value ? "on" : "");

/** What the form begins with: an alarm as it is, or a new one. */
export function toFormValues(
  alarm: AlarmDefinition | null,
): Texts & { machine_states: string[]; extra_emails: string[] } {
  const wanted = alarm?.arguments;
  const sap = alarm?.sapNotification;
  const rate = toRate(alarm?.sapRateInSeconds ?? 7 * RATE_UNITS.days);
  const text = (value: number | undefined): string => (value === undefined ? "" : String(value));
  return {
    name: alarm?.name ?? "",
    function: alarm?.function ?? "value_threshold_for_time_period_in_state",
    tag_name: wanted?.tag_name ?? "",
    period_s: wanted ? String(wanted.period / SECOND_MS) : "",
    source: wanted?.source ?? "machine",
    sampler_id: text(wanted?.sampler_id),
    awaits_first: flag(wanted?.awaits_first),
    comp: wanted?.comp ?? ">",
    threshold: text(wanted?.threshold),
    machine_states: (wanted?.machine_states ?? []).map(String),
    uts_ad_enabled: flag(wanted?.uts_ad_enabled),
    threshold_ad_enabled: flag(wanted?.threshold_ad_enabled),
    deadband: text(wanted?.deadband),
    delay_off_s: wanted?.delay_off ? String(wanted.delay_off / SECOND_MS) : "",
    priority: alarm?.priority ?? "medium",
    extra_emails: alarm?.extraEmails ?? [],
    sap: flag(sap !== null && sap !== undefined),
    sap_short_text: sap?.ShortText ?? "",
    sap_funct_loc: sap?.FunctLoc ?? "",
    sap_notif_type: sap?.NotifType ?? "M4",
    sap_priority: sap?.Priority ?? "2",
    sap_breakdown: flag(sap?.Breakdown),
    sap_rate: String(rate.amount),
    sap_unit: rate.unit,
    sap_rate_stored: text(alarm?.sapRateInSeconds ?? undefined),
  };
}

/** The tags of the form by what they are called, with the one that the alarm has, which the machine may not send any more. */
export function tagChoices(
  tags: readonly string[],
  chosen: string | null,
  title: (tag: string) => string,
  locale: string,
): { value: string; label: string; note: string }[] {
  const all = new Set(chosen === null ? tags : [...tags, chosen]);
  return [...all]
    .map((value) => ({ value, label: title(value), note: value }))
    .sort((a, b) => a.label.localeCompare(b.label, locale, { numeric: true }));
}
