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
  "measure",
  "enrollment_key",
  "parts_quote",
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** `<subject>.<past participle>`. */
export type AuditAction = `${AuditSubject}.${string}`;

type Fields = Record<string, unknown>;

/** Names of fields and beginnings of values that never go into the log, whoever hands them over. */
const SECRET_NAME = /password(?!_?reset)|hash|token$|secret|code$|^key$/i;
const SECRET_VALUE = /^(?:hsk_|hek_|hat_|hdt_|scrypt\$)/;

const isSecret = (name: string, value: unknown): boolean =>
  (SECRET_NAME.test(name) && typeof value !== "boolean") ||
  (typeof value === "string" && SECRET_VALUE.test(value));

/** The fields without secrets; null when nothing is left to tell. */
export function withoutSecrets(fields: Fields | null): Fields | null {
  if (fields === null) return null;
  const kept = Object.entries(fields).filter(([name, value]) => !isSecret(name, value));
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/** Of two states only what differs: what was, and what is. */
export function changedFields(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  const pick = (from: Fields) =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
