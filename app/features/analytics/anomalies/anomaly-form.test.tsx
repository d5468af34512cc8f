/** The search is not lost where it is asked for before the page is alive: then the browser itself sends the form. */
import i18next from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, it } from "vitest";
import { I18N_OPTIONS } from "#app/locales/i18n.ts";
import * as en from "#app/locales/en/index.ts";
import * as es from "#app/locales/es/index.ts";
import { AnomalyForm } from "./anomaly-form.tsx";
import { parseAnomalyQuestion, type Searcher } from "./anomaly-question.ts";

const searcher: Searcher = {
  timezone: "America/Chicago",
  known: ["machine_speed", "dryer_temp_f"],
  sections: ["Dryer"],
};

it("a form that the browser sends asks what the page asks", async () => {
  const i18n = i18next.createInstance();
  await i18n.use(initReactI18next).init({ ...I18N_OPTIONS, lng: "en", resources: { en } });
  const address =
    "metrics=machine_speed,dryer_temp_f&date_range=24h&timezone=UTC&anomalous_time=10-90&page=3&page_size=50&anomaly_view=sections&sort_by=asc:tag_name";
  const asked = parseAnomalyQuestion(new URLSearchParams(address), searcher);
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <AnomalyForm
        draft={asked}
        searcher={searcher}
        titles={[]}
        nowMs={Date.UTC(2026, 10, 20)}
        isBusy={false}
        onChange={() => undefined}
        onSearch={() => undefined}
      />
    </I18nextProvider>,
  );
  expect(html).toMatch(/<form[^>]* method="get"/);
  const sent = new URLSearchParams();
  for (const [, name, value] of html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g))
    sent.append(name!, value!);
  const zone = html.match(/<select name="timezone".*?<option value="([^"]*)" selected/);
  sent.append("timezone", zone![1]!);
  expect(parseAnomalyQuestion(sent, searcher)).toEqual({ ...asked, page: 1, isSubmitted: true });
});

it("says why an advanced search is off, and names sections in the reader's language", async () => {
  const i18n = i18next.createInstance();
  const { common, glossary } = es;
  await i18n.use(initReactI18next).init({
    ...I18N_OPTIONS,
    lng: "es",
    fallbackLng: "es",
    resources: { es: { common, glossary } },
  });
  const shown = (address: string) =>
    renderToString(
      <I18nextProvider i18n={i18n}>
        <AnomalyForm
          draft={parseAnomalyQuestion(new URLSearchParams(address), made)}
          searcher={made}
          titles={[]}
          nowMs={Date.UTC(2026, 10, 20)}
          isBusy={false}
          onChange={() => undefined}
          onSearch={() => undefined}
        />
      </I18nextProvider>,
    );
  const made = { ...searcher, sections: ["die cutting", "Own section"] };
  const off = shown("form=advanced");
  expect(off).toContain("Elija al menos una sección.");
  expect(off).toMatch(/<button[^>]* disabled=""[^>]*>Buscar/);
  const on = shown("form=advanced&sections=die cutting,Own section");
  expect(on).not.toContain("Elija al menos una sección.");
  expect(on).toContain("Troquelado");
  expect(on).toContain("Own section");
});
