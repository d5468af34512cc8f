import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, it } from "vitest";
import { common, glossary } from "#app/all-texts/en.ts";
import { createPageTexts } from "#app/locales/page-texts.ts";
import { StripUntil } from "./past-strip.tsx";

const words = createPageTexts("en", { common, glossary });
const END_MS = Date.UTC(2026, 10, 30, 6);

const stripOf = (isOld: boolean) =>
  renderToString(
    <I18nextProvider i18n={words}>
      <StripUntil
        states={[]}
        shown={{ startMs: END_MS - 3_600_000, endMs: END_MS }}
        failed={false}
        state={{ value: "running", timeMs: END_MS - 60_000 }}
        isOld={isOld}
      />
    </I18nextProvider>,
  );

it("fades, and keeps its hues, once the machine or the page is not heard any more", () => {
  expect(stripOf(true)).toContain('class="faded"');
  expect(stripOf(false)).not.toContain("faded");
});
