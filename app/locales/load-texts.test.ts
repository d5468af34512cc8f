import type { i18n } from "i18next";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Locale } from "#app/domain/preferences.ts";
import { changeLanguage } from "./load-texts.ts";

/** The words of areas in the language, once they have come. */
const areas = vi.hoisted(() => ({ load: (_locale: string) => Promise.resolve({}) }));
vi.mock("./area-texts.ts", () => ({
  hasAreaTexts: () => true,
  loadAreaTexts: (locale: string) => areas.load(locale),
}));

beforeEach(() => {
  vi.stubGlobal("document", { cookie: "", documentElement: { lang: "en" } });
  vi.stubGlobal("window", { location: { protocol: "http:" } });
});
afterEach(() => vi.unstubAllGlobals());

it("a page speaks the language that was chosen last, whichever's words come first", async () => {
  const spoken: string[] = [];
  const page = {
    addResourceBundle: () => undefined,
    changeLanguage: (locale: Locale) => Promise.resolve(void spoken.push(locale)),
  } as unknown as i18n;
  const late = Promise.withResolvers<object>();
  areas.load = (locale) => (locale === "es" ? late.promise : Promise.resolve({}));
  const first = changeLanguage(page, "es");
  await changeLanguage(page, "en");
  late.resolve({});
  await first;
  expect(spoken).toEqual(["en"]);
  expect(document.documentElement.lang).toBe("en");
  expect(document.cookie).toContain("language=en");
});
