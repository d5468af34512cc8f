import { expect, it } from "vitest";
import { isBlank, requiredLine, requiredText } from "./one-line.ts";

/** Zero-width space, word joiner, soft hyphen, mark of direction, Hangul filler, empty Braille pattern, no-break space. */
const NOTHING = [
  "",
  " ",
  "\u200b",
  "\u2060\u200b",
  "\u00ad",
  "\u200f",
  "\u3164",
  "\u2800",
  "\u00a0",
];

it("a required text must have something to see in it", () => {
  for (const schema of [requiredLine(20), requiredText(20)]) {
    for (const text of NOTHING) {
      const { error } = schema.safeParse(text);
      expect([JSON.stringify(text), error?.issues.length]).toEqual([JSON.stringify(text), 1]);
    }
    // A family of emoji is held together by signs that draw nothing.
    for (const text of ["a", "Ñ", "\u200bBelts", "👩‍🔧", "-"])
      expect(schema.safeParse(text)).toEqual({ success: true, data: text });
  }
  expect(requiredText(20).safeParse("two\nlines").success).toBe(true);
  expect(requiredLine(20).safeParse("two\nlines").success).toBe(false);
  expect(NOTHING.every(isBlank)).toBe(true);
});
