/** The search is not lost where it is asked for before the page is alive: then the browser itself sends the form. */
import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { AnomalyForm } from "./anomaly-form.tsx";
import { parseAnomalyQuestion, type AnomalyQuestion, type Searcher } from "./anomaly-question.ts";

const searcher: Searcher = {
  timezone: "America/Chicago",
  known: ["machine_speed", "dryer_temp_f"],
  sections: ["Dryer"],
};

const form = (draft: AnomalyQuestion, by: Searcher) => (
  <AnomalyForm
    draft={draft}
    searcher={by}
    titles={[]}
    nowMs={Date.UTC(2026, 10, 20)}
    isBusy={false}
    onChange={() => undefined}
    onSearch={() => undefined}
  />
);

it("a form that the browser sends asks what the page asks", async () => {
  const address =
    "metrics=machine_speed,dryer_temp_f&date_range=24h&timezone=UTC&anomalous_time=10-90&page=3&page_size=50&anomaly_view=sections&sort_by=asc:tag_name";
  const asked = parseAnomalyQuestion(new URLSearchParams(address), searcher);
  const html = await draw(form(asked, searcher));
  expect(html).toMatch(/<form[^>]* method="get"/);
  const sent = new URLSearchParams();
  for (const [, name, value] of html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g))
    sent.append(name!, value!);
  const zone = html.match(/<select name="timezone".*?<option value="([^"]*)" selected/);
  sent.append("timezone", zone![1]!);
  expect(parseAnomalyQuestion(sent, searcher)).toEqual({ ...asked, page: 1, isSubmitted: true });
});

it("says why an advanced search is off, and names sections in the reader's language", async () => {
  const made = { ...searcher, sections: ["die cutting", "Own section"] };
  const shown = (address: string) =>
    draw(form(parseAnomalyQuestion(new URLSearchParams(address), made), made), "es");
  const off = await shown("form=advanced");
  expect(off).toContain("Elija al menos una sección.");
  expect(off).toMatch(/<button[^>]* disabled=""[^>]*>Buscar/);
  const on = await shown("form=advanced&sections=die cutting,Own section");
  expect(on).not.toContain("Elija al menos una sección.");
  expect(on).toContain("Troquelado");
  expect(on).toContain("Own section");
});
