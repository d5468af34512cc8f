import type { Locale } from "#app/domain/preferences.ts";
import { countJournal, listJournal } from "./list-journal.server.ts";
import { readJournalSearch, type JournalLine } from "./journal-question.ts";

/** What the journal's page shows for its address: of a page beyond the last one, the last. */
export async function loadJournal(
  deps: Parameters<typeof listJournal>[0] & { now: number },
  search: string,
  locale: Locale,
): Promise<{ lines: JournalLine[]; total: number }> {
  const { filter, isOldestFirst, page, size } = readJournalSearch(search, deps.now, locale);
  const total = await countJournal(deps, filter);
  const last = Math.max(1, Math.ceil(total / size));
  const offset = (Math.min(page, last) - 1) * size;
  const lines = await listJournal(deps, filter, { limit: size, offset, isOldestFirst });
  return { lines, total };
}
