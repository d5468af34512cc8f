import { BYTE_ORDER_MARK, csvLine } from "#app/domain/formats/csv.ts";
import { MAX_AUDIT_FILE_ENTRIES } from "#app/domain/limits.ts";
import { listAudit, type AuditQuery } from "./list-audit.server.ts";

type Deps = Parameters<typeof listAudit>[0];
const PAGE = 500;
const COLUMNS = [
  ...["id", "at", "actor_id", "actor", "role", "action", "subject_type", "subject_id"],
  ...["customer_id", "address", "count", "before", "after"],
  ...["means", "means_id", "means_name"],
];

/** The newest entries of a filter as CSV, written page by page; at most MAX_AUDIT_FILE_ENTRIES. */
export async function* writeAuditFile(
  deps: Deps,
  query: Omit<AuditQuery, "before" | "limit">,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  let before: number | undefined;
  for (let written = 0; written < MAX_AUDIT_FILE_ENTRIES; written += PAGE) {
    const { entries, nextBefore } = await listAudit(deps, { ...query, before, limit: PAGE });
    if (entries.length > 0)
      yield entries
        .map((entry) =>
          csvLine([
            entry.id,
            new Date(entry.at).toISOString(),
            entry.actorUserId,
            entry.actorName,
            entry.actorRole,
            entry.action,
            entry.subjectType,
            entry.subjectId,
            entry.customerId,
            entry.address,
            entry.count,
            entry.before && JSON.stringify(entry.before),
            entry.after && JSON.stringify(entry.after),
            entry.means,
            entry.meansId,
            entry.meansName,
          ]),
        )
        .join("");
    if (nextBefore === null) return;
    before = nextBefore;
  }
}
