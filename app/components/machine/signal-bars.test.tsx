import i18next from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, it } from "vitest";
import { I18N_OPTIONS } from "#app/locales/i18n.ts";
import * as en from "#app/locales/en/index.ts";
import * as es from "#app/locales/es/index.ts";
import { SignalBars } from "./signal-bars.tsx";

const words = { en, es };

/** What is read, and how many of the bars are full. */
async function show(locale: "en" | "es", bars: number | null): Promise<[string, number]> {
  const i18n = i18next.createInstance();
  await i18n
    .use(initReactI18next)
    .init({ ...I18N_OPTIONS, lng: locale, resources: { [locale]: words[locale] } });
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <SignalBars bars={bars} />
    </I18nextProvider>,
  );
  return [html.replaceAll(/<[^<>]*>/g, ""), html.split("fill-ink-soft").length - 1];
}

it.each([
  ["en", ["Signal No signal", "Signal Poor", "Signal Fair", "Signal Good", "Signal Excellent"]],
  ["es", ["Señal Sin señal", "Señal Mala", "Señal Regular", "Señal Buena", "Señal Excelente"]],
] as const)("the signal in words, in %s, with as many bars", async (locale, told) => {
  for (const [bars, word] of told.entries()) expect(await show(locale, bars)).toEqual([word, bars]);
  // A machine may send it itself.
  expect(await show(locale, 2.6)).toEqual([told[3], 3]);
  expect(await show(locale, -1)).toEqual([told[0], 0]);
  expect(await show(locale, 9)).toEqual([told[4], 4]);
});

it("a machine that does not say has an unknown one, which is not none", async () => {
  expect(await show("en", null)).toEqual(["Signal Unknown", 0]);
  expect(await show("es", null)).toEqual(["Señal Desconocida", 0]);
});
