import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, it } from "vitest";
import * as en from "#app/locales/en/index.ts";
import * as es from "#app/locales/es/index.ts";
import { I18N_OPTIONS } from "#app/locales/i18n.ts";
import { PeoplePreview } from "./people-preview.tsx";

const TEXTS = { en, es };
const row = {
  ...{ line: 2, name: "Nobody", email: "nobody", role: "user", facilities: [] },
  problems: { first_name: [{ code: "required" as const }], email: [{ code: "email" as const }] },
};

it.each(["en", "es"] as const)("names the column of each problem once, in %s", async (locale) => {
  const i18n = createInstance();
  const { common, glossary } = TEXTS[locale];
  await i18n.init({ ...I18N_OPTIONS, lng: locale, resources: { [locale]: { common, glossary } } });
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <PeoplePreview file={{ rows: [row], added: 0, refused: 1, isDone: false }} />
    </I18nextProvider>,
  );
  const text = html.replaceAll(/<[^<>]*>/g, "");
  expect(["first_name", "email:"].map((name) => text.split(name).length - 1)).toEqual([1, 1]);
});
