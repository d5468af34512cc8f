import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { SignalBars } from "./signal-bars.tsx";

/** What is read, and how many of the bars are full. */
async function show(locale: "en" | "es", bars: number | null): Promise<[string, number]> {
  const html = await draw(<SignalBars bars={bars} />, locale);
  return [readText(html), html.split("fill-ink-soft").length - 1];
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

it("is named where it is seen, but where its word is a name of it", async () => {
  const named = async (bars: number) =>
    !/"sr-only"[^>]*>Signal/.test(await draw(<SignalBars bars={bars} />, "en"));
  expect(await named(3)).toBe(true);
  expect(await named(0)).toBe(false);
});

it("leaves its name out of every narrow card, whatever stands beside it; an unknown one keeps it", async () => {
  const isLeftOut = async (bars: number | null) =>
    /@max-sm:sr-only[^>]*>Signal/.test(await draw(<SignalBars bars={bars} />, "en"));
  expect(await isLeftOut(3)).toBe(true);
  expect(await isLeftOut(null)).toBe(false);
});

it("a machine that does not say has an unknown one, which is not none", async () => {
  expect(await show("en", null)).toEqual(["Signal Unknown", 0]);
  expect(await show("es", null)).toEqual(["Señal Desconocida", 0]);
});
