import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, it } from "vitest";
import { common } from "#app/all-texts/en.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { createPageTexts } from "#app/locales/page-texts.ts";
import { DueText } from "./due-text.tsx";

const words = createPageTexts("en", { common });
const nowMs = Date.UTC(2026, 10, 22, 18);

const textOf = (days: number, isSnoozed?: boolean) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={words}>
      <DueText atMs={nowMs + days * DAY_MS} nowMs={nowMs} timezone="UTC" isSnoozed={isSnoozed} />
    </I18nextProvider>,
  );

it("says of work that was put off that it was, until that has passed", () => {
  expect(textOf(10, true)).toContain(">snoozed, back in 10 days<");
  expect(textOf(10)).toContain(">in 10 days<");
  expect(textOf(-2, true)).toContain("2 days overdue");
  expect(textOf(-2, true)).not.toContain("snoozed");
});

it("tells what fell due earlier on this day from what falls due later on it", () => {
  expect(textOf(-0.1)).toContain("overdue since today<");
  expect(textOf(0.1)).toContain(">later today<");
  expect(textOf(0.1, true)).toContain(">snoozed, back later today<");
});
