import { BYTE_ORDER_MARK, csvLine } from "#app/domain/formats/csv.ts";
import { MAX_JOURNAL_FILE_ENTRIES } from "#app/domain/limits.ts";
import { listJournal } from "./list-journal.server.ts";
import type { ListPlace } from "#app/domain/formats/list-place.ts";
import type { JournalFilter } from "./journal-question.ts";
import { toJournalJson } from "./journal.ts";

const PAGE = 500;
const COLUMNS = [
  ...["id", "at", "kind", "alarm_id", "alarm_name", "priority", "device_id", "device_name"],
  ...["facility_name", "customer_name"],
  ...["actor_user_id", "actor_name", "journal_note", "until", "addresses", "fields"],
] as const;

/** What a filter finds as CSV, written page by page; at most MAX_JOURNAL_FILE_ENTRIES. Times are ISO 8601 UTC. */
export async function* writeJournalFile(
  deps: Parameters<typeof listJournal>[0],
  filter: JournalFilter,
  isOldestFirst = false,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + csvLine([...COLUMNS]);
  let after: ListPlace | undefined;
  for (let written = 0; written < MAX_JOURNAL_FILE_ENTRIES; written += PAGE) {
    const lines = await listJournal(deps, filter, { limit: PAGE, after, isOldestFirst });
    if (lines.length > 0) yield lines.map((line) => toCsv(toJournalJson(line))).join("");
    if (lines.length < PAGE) return;
    after = lines.at(-1);
  }
}

const toCsv = (entry: ReturnType<typeof toJournalJson>): string =>
  csvLine(
    COLUMNS.map((name) => {
      const value = entry[name];
      return Array.isArray(value) ? value.join(" ") : value;
    }),
  );
