import { expect, it } from "vitest";
import { MAX_JOURNAL_FILE_ENTRIES } from "#app/domain/limits.ts";
import { asPage, draw, readText } from "#tests/draw.tsx";
import { AlarmJournal } from "./alarm-journal.tsx";

const show = async (total: number, hasFile: boolean, locale: "en" | "es" = "en") => {
  const named = { machines: [], facilities: [], customers: [] };
  const journal = <AlarmJournal lines={[]} {...named} total={total} hasFile={hasFile} />;
  return readText(await draw(await asPage(journal), locale));
};

it("says how much of a longer journal its file has", async () => {
  const more = MAX_JOURNAL_FILE_ENTRIES + 1;
  expect(await show(more, true)).toContain("the first 100,000 of these 100,001 entries");
  expect(await show(more, true, "es")).toContain("las primeras 100,000 de estas 100,001 entradas");
  expect(await show(MAX_JOURNAL_FILE_ENTRIES, true)).not.toContain("of these");
  // In demo mode there is no file.
  expect(await show(more, false)).not.toContain("of these");
});
