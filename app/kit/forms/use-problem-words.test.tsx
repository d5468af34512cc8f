import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test } from "vitest";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { createPageTexts } from "#app/locales/page-texts.ts";
import { texts as enForms } from "./texts.en.ts";
import { texts as esForms } from "./texts.es.ts";
import { useProblemWords } from "./use-problem-words.ts";

const LANGUAGES = { en: [en.common, enForms], es: [es.common, esForms] } as const;

test.each(["en", "es"] as const)(
  "in a page in %s, what only asks has words of its own",
  (locale) => {
    const [common, forms] = LANGUAGES[locale];
    const page = createPageTexts(locale, { common: { ...common, ...forms } });
    const say = (code: "offline" | "forbidden", context?: "asked") => {
      function Words() {
        return useProblemWords(context)([{ code }]);
      }
      const shown = renderToString(
        <I18nextProvider i18n={page}>
          <Words />
        </I18nextProvider>,
      );
      return shown.replaceAll("&#x27;", "'");
    };
    const { problems } = forms;
    expect(say("offline", "asked")).toBe(problems.offline_asked);
    expect(say("offline")).toBe(problems.offline);
    // Where nothing speaks of what was entered, the words are the same.
    expect(say("forbidden", "asked")).toBe(problems.forbidden);
  },
);
