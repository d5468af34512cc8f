import i18next from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, it } from "vitest";
import { I18N_OPTIONS } from "#app/locales/i18n.ts";
import * as en from "#app/locales/en/index.ts";
import * as es from "#app/locales/es/index.ts";
import { NotJudged } from "./not-judged.tsx";
import type { AnomalyAnswer } from "./schemas.ts";

const measure = (tag_name: string, samples: number, is_counter = false) => ({
  ...{ tag_name, samples, needed: 1_000, is_counter },
});

it("a measure with enough samples is told when it is judged, not how many are missing", async () => {
  const i18n = i18next.createInstance();
  await i18n.use(initReactI18next).init({ ...I18N_OPTIONS, lng: "en", resources: { en, es } });
  const not_judged = [
    ...[measure("Vacuum", 300), measure("Backstop", 1_000), measure("Sheets", 5_000, true)],
  ];
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <NotJudged answer={{ not_judged } as AnomalyAnswer} title={(metric) => metric} />
    </I18nextProvider>,
  );
  const lines = [...html.matchAll(/<li[^>]*>([^<]*)<\/li>/g)].map(([, text]) => text);
  expect(lines).toEqual([
    "Vacuum: 300 of 1,000 samples",
    "Backstop: 1,000 samples, judged within a day",
    "Sheets: a counter, which only grows",
  ]);
});
