/**
 * What is wrong with a value somebody gave, as a code with its numbers. /v1 says it in English
 * (./problem-words.ts), pages in the reader's language (`problems.<code>`).
 */
import type { z } from "zod";
import { formatExact } from "./formats/numbers.ts";
import type { Locale } from "./preferences.ts";

/** The values that each code comes with. A new code gets its English and its text in both languages, or nothing compiles. */
export type ProblemValues = {
  required: object;
  /** `expected`: "text", "a number", …: only /v1 can send another type. */
  wrong_type: { expected: string };
  one_of: { values: string };
  email: object;
  /** Of a US or Canadian number, or a Mexican one where that is the country. */
  phone: object;
  state_of_country: object;
  zone_of_country: object;
  /** Another account signs in with the address. */
  email_taken: object;
  /** A role that the person may not give, or not to this account. */
  role_not_yours: object;
  /** A customer given with a role of the provider's staff. */
  no_customer: object;
  facilities_of_customer: object;
  /** What cannot be done to oneself, or to the only superuser that is left. */
  own_account: object;
  /** The own role, make or facilities. */
  own_access: object;
  last_superuser: object;
  /** An invitation of somebody who has chosen a password. */
  has_password: object;
  no_password_yet: object;
  /** Somebody else was quicker; what the form shows is old. */
  changed_meanwhile: object;
  /** It cannot be deleted yet: how much of what is in it. */
  not_empty: { machines: number; facilities: number; people: number; displays: number };
  time_zone: object;
  too_short: { least: number };
  too_long: { most: number };
  list_too_short: { least: number };
  list_too_long: { most: number };
  at_least: { least: number };
  more_than: { least: number };
  at_most: { most: number };
  unknown_fields: { names: string };
  /** Chosen facilities of several customers, or of another than the thing's own. */
  one_customer: object;
  customer_of_display: object;
  /** A pairing code that no screen shows (any more). */
  pairing_code: object;
  /** The person has as many as allowed. */
  limit: { most: number };
  /** The machine has as many of them as it takes within 24 hours. */
  limit_of_day: { most: number };
  wait: { minutes: number };
  /** No moments, or an end that is not after its start. */
  time_range: object;
  /** Not ahead, or further than this many days. */
  key_lifetime: { most: number };
  /** What stands after `#t=` in a comment. */
  comment_time: object;
  /** A CSV file of people: it cannot be read from a line on, lacks columns, or has nobody in it. */
  people_unreadable: { line: number };
  people_columns: { names: string };
  people_empty: object;
  people_at_most: { most: number };
  /** A line of it goes on behind the last column. */
  people_extra: { text: string };
  /** More values than one file may have. */
  report_too_large: { most: number };
  /** The machine, or its facility, is retired. */
  out_of_service: object;
  /** A machine is not replaced by itself. */
  other_machine: object;
  /** One of two machines is not (or no longer) what a replacement needs. */
  not_replaceable: object;
  /** It was there when the page was opened. */
  gone: object;
  /** It belongs to a fixed set. */
  fixed: object;
  forbidden: object;
  /** Names are masked: what a form shows would be stored in their place. */
  demo_mode: object;
  /** The browser's own: nobody answered, Helios failed, or nobody is signed in any more. What was typed is kept. */
  offline: object;
  /** It was asked before whether Helios answers, and nothing was sent. */
  not_sent: object;
  server: object;
  session_ended: object;
  /** Not made for Helios to read: no browser sends it by itself. */
  not_understood: object;
  too_large: object;
  /** What is needed for it does not answer, or came too slowly; it may be tried again. */
  unavailable: object;
  /** The same form was sent before with other contents, and arrived. */
  sent_before: object;
  later_than: { field: string };
  future: object;
  part_of_machine: { id: number };
  reason_of_component: object;
  not_together: { field: string };
  after_today: object;
  before_last_time: object;
  long_ago: { years: number };
  tomorrow_or_later: object;
  /** Another maintenance of the machine has the name, in whatever case. */
  maintenance_name_taken: { name: string };
  measure_taken: object;
  metric_in_use: { name: string };
  /** The machine never sent them, and Helios does not know them by name. */
  metrics_unknown: { names: string };
  /** Of an alarm: nobody needs to any more. */
  acknowledged_already: object;
  not_shelved: object;
  /** Only what is overdue is put off. */
  not_overdue: object;
  not_a_number: object;
  /** "1,000", which is one to some. */
  separator_of_thousands: object;
  /** The machine's service tier has room for so many. */
  tier_limit: { most: number };
  not_in_tier: object;
  within_two_years: object;
  one_line: object;
  /** It has a sign that turns the direction in which it is read. */
  turned_line: object;
  taken: object;
  zone_name: object;
  not_correct: object;
  /** Of a code on a phone. */
  six_digits: object;
  serial_number: object;
  /** A sign-in that is refused, and one that is not even tried. */
  authentication_failed: object;
  account_locked_too_many_attempts: object;
  /** Not the present password of the account. */
  wrong_password: object;
  expired: object;
  link_used: object;
  password_in_use: object;
  password_common: object;
  password_differs: object;
  /** Of mappings (spec 001 §5). */
  human_key_required: object;
  human_key_restrictions: object;
  human_key_in_use: object;
  machine_key_required: object;
  machine_key_in_use: object;
  child_required: object;
  child_unknown: object;
  index_too_large: object;
  bit_range: object;
  bit_of_integer: object;
  type_unknown: object;
  lower_bound_range: object;
  upper_bound_range: object;
  lower_bound_required: object;
  upper_bound_required: object;
  anomaly_tag_limit: object;
  /** Of alarms. */
  whole_seconds: object;
  /** An address that the list has already. */
  listed_twice: object;
  reserved: object;
  detection_required: object;
  no_sap: object;
  notification_rate: { most: number };
  /** A sentence that has no code yet; English only. */
  sentence: { text: string };
};
export type ProblemCode = keyof ProblemValues;
export type Problem = { [Code in ProblemCode]: { code: Code } & ProblemValues[Code] }[ProblemCode];

/** What of a problem stands in words: its numbers as texts. */
export type WrittenValues<Values> = {
  [Name in keyof Values]: Values[Name] extends number ? string : Values[Name];
};

/** A problem with its numbers as the language writes them, for words in that language. */
export function withWrittenNumbers<P extends Problem>(
  locale: Locale,
  problem: P,
): WrittenValues<P> {
  const written = Object.entries(problem).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "number" ? formatExact(locale, value) : value,
  ]);
  return Object.fromEntries(written) as WrittenValues<P>;
}

/** Codes that a contract may give as the message of a zod check. */
const PLAIN: ReadonlySet<string> = new Set<ProblemCode>([
  "email",
  "phone",
  "time_zone",
  "required",
]);

/** zod carries problems as the text of a message, a contract's own checks too; `problemOf` reads it back. */
export const problemText = (problem: Problem): string => JSON.stringify(problem);

export function problemOf(message: string): Problem {
  if (message.startsWith('{"code":')) return JSON.parse(message) as Problem;
  return PLAIN.has(message) ? ({ code: message } as Problem) : { code: "sentence", text: message };
}

const TYPES: Partial<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** zod's error map: every complaint as a problem. What a contract says in words of its own stays as it is. */
export function zodProblems(issue: z.core.$ZodRawIssue): string | undefined {
  const problem = problemOfIssue(issue);
  return problem && problemText(problem);
}

function problemOfIssue(issue: z.core.$ZodRawIssue): Problem | undefined {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return { code: "required" };
      return { code: "wrong_type", expected: TYPES[issue.expected] ?? issue.expected };
    case "invalid_union":
      return issue.input === undefined ? { code: "required" } : undefined;
    case "invalid_value":
      if (issue.input === undefined) return { code: "required" };
      return { code: "one_of", values: issue.values.map(String).join(", ") };
    case "invalid_format":
      return issue.format === "email" ? { code: "email" } : undefined;
    case "unrecognized_keys":
      return { code: "unknown_fields", names: issue.keys.join(", ") };
    case "too_small":
      if (issue.origin === "number" || issue.origin === "int")
        return {
          code: issue.inclusive === false ? "more_than" : "at_least",
          least: Number(issue.minimum),
        };
      if (issue.origin !== "string")
        return { code: "list_too_short", least: Number(issue.minimum) };
      return issue.minimum === 1
        ? { code: "required" }
        : { code: "too_short", least: Number(issue.minimum) };
    case "too_big":
      if (issue.origin === "number" || issue.origin === "int")
        return { code: "at_most", most: Number(issue.maximum) };
      return {
        code: issue.origin === "string" ? "too_long" : "list_too_long",
        most: Number(issue.maximum),
      };
    default:
      return undefined;
  }
}
