/** The audit log as its page asks for it and shows it. Times are Unix milliseconds. */
import {
  AUDIT_SUBJECTS,
  type AuditAction,
  type AuditMeans,
  type AuditSubject,
} from "#app/domain/access/audit.ts";
import {
  parseRangeText,
  resolveRange,
  toRangeText,
  type DateRange,
} from "#app/domain/formats/date-ranges.ts";
import { parseRowId } from "#app/domain/row-id.ts";

export type AuditFilter = {
  /** The account that acted. */
  person: number | null;
  subject: AuditSubject | null;
  /** null: any time. */
  range: DateRange | null;
};

/** Anything in the address that is no filter is as if it were not there. */
export function readAuditFilter(query: URLSearchParams): AuditFilter {
  return {
    person: parseRowId(query.get("person") ?? ""),
    subject: AUDIT_SUBJECTS.find((each) => each === query.get("subject")) ?? null,
    range: parseRangeText(query.get("range") ?? ""),
  };
}

export function toAuditQuery({ person, subject, range }: AuditFilter, nowMs: number) {
  const times = range === null ? null : resolveRange(range, nowMs);
  return {
    ...(person === null ? {} : { actorUserId: person }),
    ...(subject === null ? {} : { subjectType: subject }),
    ...(times === null ? {} : { from: times.startMs }),
    // A range that ends now has the newest entries in it, also those of the next moments.
    ...(times === null || typeof range === "string" ? {} : { until: times.endMs }),
  };
}

/** The address of the page with these filters; `before`: where it begins. */
export function auditSearch(filter: AuditFilter, before: number | null = null): string {
  const query = new URLSearchParams();
  const range = filter.range && toRangeText(filter.range);
  for (const [name, value] of Object.entries({ ...filter, range, before }))
    if (value !== null) query.set(name, String(value));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

export type AuditLine = {
  id: number;
  at: number;
  actorUserId: number | null;
  actorName: string | null;
  actorRole: string | null;
  action: AuditAction;
  subjectType: AuditSubject;
  subjectId: number | null;
  address: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  count: number;
  means: AuditMeans["kind"] | null;
  meansId: number | null;
  meansName: string | null;
};

/** Of both states side by side, one line for each field that has a value in one of them. */
export const changesOf = ({ before, after }: Pick<AuditLine, "before" | "after">) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .map((name) => ({
      name,
      before: toValue(name, before?.[name]),
      after: toValue(name, after?.[name]),
    }))
    .filter((change) => change.before.kind !== "nothing" || change.after.kind !== "nothing");

/** How a value is to be read. Times are Unix milliseconds. */
export type AuditValue =
  | { kind: "nothing" }
  | { kind: "yes_or_no"; isYes: boolean }
  | { kind: "time"; at: number }
  | { kind: "text"; text: string };

const TIME_NAME = /(?:_at|_until|_date|^until)$/;
/** 2001: no count of anything is that large under the name of a time. */
const LEAST_TIME_MS = 1e12;

function toValue(name: string, value: unknown): AuditValue {
  if (value === undefined || value === null || value === "") return { kind: "nothing" };
  if (typeof value === "boolean") return { kind: "yes_or_no", isYes: value };
  const isTime = TIME_NAME.test(name);
  if (isTime && typeof value === "number" && value > LEAST_TIME_MS)
    return { kind: "time", at: value };
  if (isTime && typeof value === "string" && value.includes("T") && !isNaN(Date.parse(value)))
    return { kind: "time", at: Date.parse(value) };
  if (Array.isArray(value) && value.every((each) => typeof each !== "object"))
    return value.length === 0 ? { kind: "nothing" } : { kind: "text", text: value.join(", ") };
  return { kind: "text", text: typeof value === "string" ? value : JSON.stringify(value) };
}

/** "Max retries" of `max_retries`, for fields that the page has no words for. */
export function fieldInWords(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
