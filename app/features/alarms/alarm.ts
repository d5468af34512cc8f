/** An alarm: what of it can be defined, by form and /v1 alike, and what makes a definition whole. */
import { z } from "zod";
import {
  ALARM_FUNCTIONS,
  ALARM_PRIORITIES,
  COMPARATORS,
  MAX_PERIOD_MS,
  MIN_PERIOD_MS,
  MIN_SILENCE_MS,
  SILENCE_SOURCES,
  type AlarmArguments,
  type AlarmFunction,
  type AlarmPriority,
  type SapNotification,
} from "#app/domain/alarms/types.ts";
import { MAX_RATE_AMOUNT, MAX_SAP_TEXT, RATE_UNITS } from "#app/domain/alarms/sap.ts";
import { mailAddress, parseMailAddress } from "#app/domain/mail/address.ts";
import { MACHINE_STATES } from "#app/domain/metrics/states.ts";
import { findMetric } from "#app/domain/metrics/registry.ts";
import { oneLineText, requiredLine } from "#app/domain/one-line.ts";
import { problemText, type Problem } from "#app/domain/problems.ts";

export const MAX_ALARM_NAME = 100;
export const MAX_EXTRA_EMAILS = 50;

const stateCode = z
  .int()
  .min(0)
  .max(MACHINE_STATES.length - 1);
export const alarmArguments = z.object({
  /** Needed but where the silence of a machine or sampler is watched. */
  tag_name: z.string().trim().max(128).default(""),
  /** Milliseconds, whole seconds. */
  period: z
    .int()
    .min(MIN_PERIOD_MS)
    .max(MAX_PERIOD_MS)
    .refine((ms) => ms % 1_000 === 0, problemText({ code: "whole_seconds" })),
  /** None: all. */
  machine_states: z.array(stateCode).max(MACHINE_STATES.length).optional(),
  comp: z.enum(COMPARATORS).optional(),
  threshold: z.number().optional(),
  uts_ad_enabled: z.boolean().optional(),
  threshold_ad_enabled: z.boolean().optional(),
  deadband: z.number().min(0).optional(),
  /** Milliseconds. */
  delay_off: z.int().min(0).max(MAX_PERIOD_MS).optional(),
  /** Of a no-data alarm: whose silence it watches; the machine's by default. */
  source: z.enum(SILENCE_SOURCES).optional(),
  sampler_id: z.int().positive().optional(),
  awaits_first: z.boolean().optional(),
});

const sapText = oneLineText(MAX_SAP_TEXT);
export const sapInput = z.object({
  FunctLoc: sapText.min(1),
  NotifType: sapText.optional(),
  ShortText: sapText.optional(),
  Priority: sapText.optional(),
  Reportedby: sapText.optional(),
  CodeGroup: sapText.optional(),
  Coding: sapText.optional(),
  Breakdown: z.boolean().optional(),
  Status: sapText.optional(),
});

export const alarmFields = z.object({
  name: requiredLine(MAX_ALARM_NAME),
  function: z.enum(ALARM_FUNCTIONS),
  extra_emails: z
    .array(mailAddress())
    .max(MAX_EXTRA_EMAILS)
    .refine(isEachOnce, problemText({ code: "listed_twice" })),
  /** null: SAP is not told. */
  sap_notification: sapInput.nullable(),
  sap_rate_in_seconds: z
    .int()
    .min(RATE_UNITS.minutes)
    .max(MAX_RATE_AMOUNT * RATE_UNITS.days)
    .nullable(),
  priority: z.enum(ALARM_PRIORITIES),
  arguments: alarmArguments,
});
export const newAlarm = alarmFields
  .partial()
  .required({ name: true, function: true, arguments: true });
/** What is left out stays. */
export const alarmChange = alarmFields.partial();
export type NewAlarm = z.output<typeof newAlarm>;

function isEachOnce(addresses: readonly string[]): boolean {
  const spelled = addresses.map((address) => parseMailAddress(address) ?? address);
  return new Set(spelled).size === spelled.length;
}

export type AlarmDefinition = {
  name: string;
  function: AlarmFunction;
  arguments: AlarmArguments;
  extraEmails: string[];
  sapNotification: SapNotification | null;
  sapRateInSeconds: number | null;
  priority: AlarmPriority;
};

/** Whether a tag holds 1 and 0 only: by its name, or by what its sampler said (`isMappedBoolean`). */
export const isBooleanTag = (tag: string, mapped: ReadonlySet<string> = new Set()): boolean =>
  findMetric(tag)?.type === "boolean" || mapped.has(tag);

/** What is wrong with a definition as a whole, by field; nothing when it can be judged. */
export function definitionProblems(
  { function: kind, arguments: wanted }: Pick<AlarmDefinition, "function" | "arguments">,
  isBoolean: boolean,
): Record<string, Problem[]> {
  const problems: Record<string, Problem[]> = {};
  const add = (field: string, problem: Problem) => (problems[field] ??= []).push(problem);
  const isSilence = kind === "no_data_for_time_period";
  if (wanted.tag_name === "" && (!isSilence || wanted.source === "tag"))
    add("arguments.tag_name", { code: "required" });
  if (isSilence) {
    if (wanted.source === "sampler" && wanted.sampler_id === undefined)
      add("arguments.sampler_id", { code: "required" });
    if (wanted.period < MIN_SILENCE_MS)
      add("arguments.period", { code: "at_least", least: MIN_SILENCE_MS });
    return problems;
  }
  if (kind === "anomalous_for_time_period") {
    if (!wanted.uts_ad_enabled && !wanted.threshold_ad_enabled)
      add("arguments.uts_ad_enabled", { code: "detection_required" });
    return problems;
  }
  if (wanted.comp === undefined) add("arguments.comp", { code: "required" });
  if (wanted.threshold === undefined) add("arguments.threshold", { code: "required" });
  if (isBoolean && wanted.comp !== undefined && !isEquality(wanted.comp))
    add("arguments.comp", { code: "one_of", values: "==, !=" });
  if (isBoolean && wanted.threshold !== undefined && ![0, 1].includes(wanted.threshold))
    add("arguments.threshold", { code: "one_of", values: "0, 1" });
  if (wanted.comp !== undefined && isEquality(wanted.comp) && (wanted.deadband ?? 0) > 0)
    add("arguments.deadband", { code: "not_together", field: "comp" });
  return problems;
}

export const isEquality = (comp: string): boolean => comp === "==" || comp === "!=";

/** Only what belongs to its kind. */
export function ownArguments(kind: AlarmFunction, given: AlarmArguments): AlarmArguments {
  const { tag_name, period, delay_off } = given;
  if (kind === "no_data_for_time_period") return silenceArguments(given);
  const shared = { tag_name, period, ...(delay_off ? { delay_off } : {}) };
  if (kind === "anomalous_for_time_period")
    return {
      ...shared,
      uts_ad_enabled: given.uts_ad_enabled ?? false,
      threshold_ad_enabled: given.threshold_ad_enabled ?? false,
    };
  const { machine_states = [], comp, threshold, deadband } = given;
  return {
    ...shared,
    machine_states: [...new Set(machine_states)].sort((a, b) => a - b),
    ...(comp === undefined ? {} : { comp }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(deadband ? { deadband } : {}),
  };
}

function silenceArguments(given: AlarmArguments): AlarmArguments {
  const { period, source = "machine", sampler_id, awaits_first } = given;
  return {
    tag_name: source === "tag" ? given.tag_name : "",
    period,
    source,
    ...(source === "sampler" && sampler_id !== undefined ? { sampler_id } : {}),
    ...(awaits_first ? { awaits_first } : {}),
  };
}
