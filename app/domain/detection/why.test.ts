import { describe, expect, it } from "vitest";
import { whyInWords, type Why, type WhyContext } from "./why.ts";

// A Friday; what is expected was learned since the Tuesday before.
const AT_MS = Date.UTC(2026, 10, 20, 12);
const SINCE_MS = Date.UTC(2026, 10, 17, 9);
const context: WhyContext = { language: "en", atMs: AT_MS, timeZone: "America/Chicago" };
const level: Why = { code: "level", observed: 41, low: 2, high: 9, sinceMs: SINCE_MS };

describe("why a sample was flagged", () => {
  it("names value, band, state and day in both languages", () => {
    const of = { ...context, unit: "mm/s", state: "feeding" };
    expect(whyInWords(level, of)).toBe("41 mm/s, expected 2 to 9 while feeding since Tuesday");
    expect(whyInWords(level, { ...of, language: "es", state: "alimentando" })).toBe(
      "41 mm/s, se esperaba de 2 a 9 en estado «alimentando» desde el martes",
    );
  });

  it("names the date when that is more than six days ago, in the machine's zone", () => {
    const old = { ...level, sinceMs: Date.UTC(2026, 10, 3, 2) };
    expect(whyInWords(old, context)).toBe("41, expected 2 to 9 since November 2");
  });

  it("leaves out a bound that is switched off", () => {
    const threshold: Why = { ...level, code: "threshold", low: null };
    expect(whyInWords(threshold, context)).toBe("41, expected at most 9 since Tuesday");
  });

  it.each<[Why, string, string]>([
    [
      { code: "flat", observed: 20.5, forMs: 3_600_000, sinceMs: SINCE_MS },
      "Has stood at 20.5 for 60 min",
      "Lleva 60 min en 20.5",
    ],
    [
      { code: "unrest", times: 3, sinceMs: SINCE_MS },
      "Moves 3 times as much as usual since Tuesday",
      "Varía 3 veces más de lo habitual desde el martes",
    ],
    [
      { code: "average", observed: 12, low: 2, high: 9, forMs: 7_200_000, sinceMs: SINCE_MS },
      "12 on average over 2 h, expected 2 to 9 since Tuesday",
      "12 de media en 2 h, se esperaba de 2 a 9 desde el martes",
    ],
    [
      { ...level, observed: 8 },
      "8, unusual together with the values before it",
      "8, inusual junto con los valores anteriores",
    ],
  ])("%j", (why, english, spanish) => {
    expect(whyInWords(why, context)).toBe(english);
    expect(whyInWords(why, { ...context, language: "es" })).toBe(spanish);
  });
});
