/** The audit log as its page asks for it and shows it. Times are Unix milliseconds. */
import { AUDIT_SUBJECTS, type AuditSubject } from "#app/domain/access/audit.ts";
import { dayAfter, isDay, momentOf } from "#app/domain/formats/local-days.ts";
import { parseRowId } from "#app/domain/row-id.ts";

export type AuditFilter = {
  /** The account that acted. */
  person: number | null;
  subject: AuditSubject | null;
  /** Days of the reader's zone, both included. */
  from: string | null;
  until: string | null;
};

/** Anything in the address that is no filter is as if it were not there. */
export function readAuditFilter(query: URLSearchParams): AuditFilter {
  const day = (name: string) => {
    const text = query.get(name) ?? "";
    return isDay(text) ? text : null;
  };
  return {
    person: parseRowId(query.get("person") ?? ""),
    subject: AUDIT_SUBJECTS.find((each) => each === query.get("subject")) ?? null,
    from: day("from"),
    until: day("until"),
  };
}

export const toAuditQuery = ({ person, subject, from, until }: AuditFilter, timeZone: string) => ({
  ...(person === null ? {} : { actorUserId: person }),
  ...(subject === null ? {} : { subjectType: subject }),
  ...(from === null ? {} : { from: momentOf(from, 0, timeZone) }),
  ...(until === null ? {} : { until: momentOf(dayAfter(until), 0, timeZone) }),
});

/** The address of the page with these filters; `before`: where it begins. */
export function auditSearch(filter: AuditFilter, before: number | null = null): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, before }))
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
  action: string;
  subjectType: AuditSubject;
  subjectId: number | null;
  address: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  count: number;
};

/** Of both states side by side, one line for each field. */
export const changesOf = ({ before, after }: Pick<AuditLine, "before" | "after">) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) => ({
    name,
    before: valueText(before?.[name]),
    after: valueText(after?.[name]),
  }));

const valueText = (value: unknown): string | null =>
  value === undefined || value === null
    ? null
    : typeof value === "string"
      ? value
      : JSON.stringify(value);
