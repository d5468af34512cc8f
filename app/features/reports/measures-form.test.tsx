import { expect, it } from "vitest";
import { asPage, draw, readText } from "#tests/draw.tsx";
import type { ReportTag } from "./load-report-page.server.ts";
import { TagChoice } from "./measures-form.tsx";

const TAGS = [
  { key: "machine_speed", category: "productivity", title: null },
  { key: "sheets_per_hour", category: "productivity", title: null },
  { key: "own_tag", category: null, title: null },
] as unknown as ReportTag[];

/** What paper has of it. */
async function printed(chosen: string[]) {
  const form = <TagChoice tags={TAGS} chosen={chosen} onChange={() => undefined} />;
  const html = await draw(await asPage(form));
  // The choice of the machine's own tags is the last.
  const paper = html
    .replaceAll(/<(fieldset|label) [^>]*print:hidden.*?<\/\1>/g, "")
    .replace(/<div class="print:hidden">.*/, "");
  return readText(paper, " ");
}

it("prints the measures that are chosen, and none of the others", async () => {
  expect((await printed([])).trim()).toBe("");
  const one = await printed(["machine_speed"]);
  expect(one).toContain("Machine speed");
  expect(one).not.toContain("Sheets per hour");
  expect(one).not.toContain("More");
  expect(await printed(["own_tag"])).toContain("More");
});
