import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, useTranslation } from "react-i18next";
import { describe, expect, it } from "vitest";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { I18N_OPTIONS, keepTextForms } from "./i18n.ts";
import { createPageTexts } from "./page-texts.ts";

type Tree = { readonly [key: string]: string | Tree };
const keysOf = (tree: Tree, prefix: string): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );

const LANGUAGES = { en, es };
const COUNTS = [undefined, 0, 1, 2, 21, 1_000_000];

describe.each(["en", "es"] as const)("a page in %s", (locale) => {
  const { common, glossary } = LANGUAGES[locale];
  const page = createPageTexts(locale, { common, glossary });

  it("says every text, with blanks filled and in every number, as the server says it", async () => {
    const server = createInstance();
    await server.init({
      ...I18N_OPTIONS,
      lng: locale,
      fallbackLng: locale,
      resources: { [locale]: { common, glossary } },
    });
    keepTextForms(server);
    const keys = [
      ...keysOf(common, ""),
      ...keysOf(common, "common:"),
      ...keysOf(glossary, "glossary:"),
      "no.such.text",
      "glossary:no.such",
    ];
    const bases = keys.map((key) => key.replace(/_(?:one|other|many)$/, ""));
    const blanks = {
      name: "A & B",
      n: 3,
      shown: 1,
      total: 0,
      machine: "<b>",
      time: "11:30 AM",
      minutes: 60,
      hours: 8,
    };
    const say = ({ t, exists }: typeof server) =>
      [...new Set([...keys, ...bases])].flatMap((key) => [
        [key, exists(key)],
        ...COUNTS.map((count) => [
          key,
          count,
          (t as (key: string, values: object) => string)(key, {
            ...blanks,
            ...(count === undefined ? {} : { count }),
          }),
        ]),
      ]);
    const blanksOf = (lines: ReturnType<typeof say>) =>
      lines.map((line) => String(line.at(-1)).replaceAll(/\{\{\w+\}\}/g, "")).join("\n");
    expect(blanksOf(say(page))).toBe(blanksOf(say(server)));
    const counted = [...keysOf(common, "common:"), ...keysOf(glossary, "glossary:")].flatMap(
      (key) => (key.endsWith("_other") ? [key.slice(0, -"_other".length)] : []),
    );
    expect(counted.length).toBeGreaterThan(10);
    const unsaid = counted.flatMap((key) =>
      COUNTS.flatMap((count = 3) =>
        [page, server].flatMap(({ t }) =>
          (t as (key: string, values: object) => string)(key, { count }) === key.split(":")[1]
            ? [`${key} ${count}`]
            : [],
        ),
      ),
    );
    expect(unsaid).toEqual([]);
    expect(page.t("dashboard.facilities", { shown: 1, count: 2 })).not.toContain("{{");
  });
});

describe("a page's language", () => {
  it("changes where it stands, and tells who listens until they leave", async () => {
    const page = createPageTexts("en", { common: en.common, glossary: en.glossary });
    const told: string[] = [];
    const listen = (language: string) => void told.push(language);
    page.on("languageChanged", listen);
    page.addResourceBundle("es", "common", es.common);
    page.addResourceBundle("es", "glossary", es.glossary);
    await page.changeLanguage("es");
    page.off("languageChanged", listen);
    await page.changeLanguage("en");
    expect(told).toEqual(["es"]);
    expect(page.t("dashboard.running")).toBe(en.common.dashboard.running);
  });

  it("is what components read, of both namespaces", () => {
    function Words() {
      const { t, i18n } = useTranslation(["common", "glossary"]);
      const { t: glossaryOf } = useTranslation("glossary");
      return `${i18n.language}: ${t("dashboard.running")}, ${t("glossary:units.rpm")}, ${glossaryOf("units.rpm")}`;
    }
    const page = createPageTexts("es", { common: es.common, glossary: es.glossary });
    const { units } = es.glossary;
    expect(
      renderToString(
        <I18nextProvider i18n={page}>
          <Words />
        </I18nextProvider>,
      ),
    ).toBe(`es: ${es.common.dashboard.running}, ${units.rpm}, ${units.rpm}`);
  });
});
