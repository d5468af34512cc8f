/** What the audit log tells of: who did what to what, never with a secret in it. */
export const AUDIT_SUBJECTS = [
  "user",
  "session",
  "api_token",
  "password",
  "machine",
  "sampler",
  "mapping",
  "customer",
  "facility",
  "event",
  "maintenance",
  "alarm",
  "message",
  "display",
  "comment",
  "annotation",
  "saved_question",
  "measure",
  "enrollment_key",
  "parts_quote",
  "email_cc",
  "service_account",
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** All that is told, by subject. The audit page has words for each (features/audit/texts.en.ts). */
export const AUDIT_ACTIONS = {
  user: [
    "created",
    "invited_again",
    "changed",
    "deleted",
    "activated",
    "deactivated",
    "locked",
    "unlocked",
    "password_reset_forced",
    "account_changed",
    "terms_accepted",
    "email_change_asked",
    "email_change_withdrawn",
    "email_changed",
    "phone_check_sent",
    "phone_verified",
    "notifications_on",
    "notifications_off",
    "sign_in_refused",
    "access_denied",
  ],
  session: ["opened", "ended", "others_ended", "displaced"],
  api_token: ["created", "rotated", "revoked"],
  password: ["changed", "reset_requested"],
  machine: [
    "added",
    "enrolled",
    "enrolled_again",
    "changed",
    "tier_changed",
    "replaced",
    "retired",
    "restored",
    "measures_reset",
    "shadow_refreshed",
    "metrics_forgotten",
  ],
  sampler: ["created", "updated", "deleted", "key_rotated", "mappings_changed", "types_reported"],
  mapping: ["created", "updated", "deleted"],
  customer: ["created", "changed", "deleted"],
  facility: ["created", "changed", "deleted", "retired", "restored"],
  event: ["reported", "changed"],
  maintenance: ["added", "deleted", "performed", "snoozed", "unsnoozed", "quote_requested"],
  alarm: ["created", "updated", "deleted", "acknowledged", "shelved", "unshelved"],
  message: ["retried"],
  display: ["paired", "changed", "revoked"],
  comment: ["posted", "hidden", "deleted"],
  annotation: ["added", "deleted"],
  saved_question: ["saved", "deleted"],
  measure: ["created", "updated", "deleted"],
  enrollment_key: ["created", "rotated", "ended"],
  parts_quote: ["changed"],
  email_cc: ["created", "updated", "deleted"],
  service_account: ["created", "rotated", "ended"],
} as const satisfies Record<AuditSubject, readonly string[]>;

/** `<subject>.<past participle>`. */
export type AuditAction = {
  [Subject in AuditSubject]: `${Subject}.${(typeof AUDIT_ACTIONS)[Subject][number]}`;
}[AuditSubject];

/** What acted where no person did, or in a person's place. */
export const AUDIT_MEANS = [
  "api_token",
  "service_account",
  "sampler",
  "enrollment_key",
  "link",
  "sign_in",
] as const;
export type AuditMeans = {
  kind: (typeof AUDIT_MEANS)[number];
  id: number | null;
  /** As it was called then. */
  name: string | null;
};

type Fields = Record<string, unknown>;

/** Names of fields and beginnings of values that never go into the log, whoever hands them over. */
const SECRET_NAME = /password(?!_?reset)|hash|token$|secret|code$|^key$/i;
const SECRET_VALUE = /^(?:hsk_|hek_|hat_|hdt_|hst_|scrypt\$)/;

const isSecret = (name: string, value: unknown): boolean =>
  (SECRET_NAME.test(name) && typeof value !== "boolean") ||
  (typeof value === "string" && SECRET_VALUE.test(value));

/** The fields without secrets, as they are named in the log; null when nothing is left to tell. */
export function toAuditFields(fields: Fields | null): Fields | null {
  if (fields === null) return null;
  const kept = Object.entries(fields).filter(([name, value]) => !isSecret(name, value));
  return kept.length === 0 ? null : withFieldNames(Object.fromEntries(kept));
}

/** Names as /v1 has them: `facility_id` of a row's `facilityId`. */
export const withFieldNames = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [toFieldName(name), value]));

const toFieldName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Of two states only what differs: what was, and what is. */
export function changedFields(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  const pick = (from: Fields) =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
