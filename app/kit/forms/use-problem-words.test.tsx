import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test } from "vitest";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { problemInEnglish } from "#app/domain/problem-words.ts";
import type { Problem } from "#app/domain/problems.ts";
import { createPageTexts } from "#app/locales/page-texts.ts";
import { texts as enForms } from "./texts.en.ts";
import { texts as esForms } from "./texts.es.ts";
import { useProblemWords } from "./use-problem-words.ts";

const LANGUAGES = { en: [en.common, enForms], es: [es.common, esForms] } as const;

/** What a page in the language says of a problem. */
function say(locale: "en" | "es", problem: Problem, context?: "asked"): string {
  const [common, forms] = LANGUAGES[locale];
  const page = createPageTexts(locale, { common: { ...common, ...forms } });
  function Words() {
    return useProblemWords(context)([problem]);
  }
  const shown = renderToString(
    <I18nextProvider i18n={page}>
      <Words />
    </I18nextProvider>,
  );
  return shown.replaceAll("&#x27;", "'");
}

test.each(["en", "es"] as const)(
  "in a page in %s, what only asks has words of its own",
  (locale) => {
    const { problems } = LANGUAGES[locale][1];
    expect(say(locale, { code: "offline" }, "asked")).toBe(problems.offline_asked);
    expect(say(locale, { code: "offline" })).toBe(problems.offline);
    expect(say(locale, { code: "not_sent" }, "asked")).toBe(problems.not_sent_asked);
    // Where nothing speaks of what was entered, the words are the same.
    expect(say(locale, { code: "forbidden" }, "asked")).toBe(problems.forbidden);
  },
);

test("numbers are written as the reader's language does, whole and with the decimals they have", () => {
  const tooLarge: Problem = { code: "report_too_large", most: 100_000_000 };
  expect(say("en", tooLarge)).toContain("more than 100,000,000 values");
  expect(say("es", tooLarge)).toContain("más de 100,000,000 valores");
  expect(say("en", { code: "at_least", least: 1234.05 })).toBe("At least 1,234.05.");
  expect(say("es", { code: "at_least", least: 1234.05 })).toBe("Al menos 1,234.05.");
});

test("/v1 writes them in English", () => {
  expect(problemInEnglish({ code: "report_too_large", most: 100_000_000 })).toBe(
    "would be more than 100,000,000 values",
  );
  expect(problemInEnglish({ code: "list_too_short", least: 1 })).toBe("is required");
});
