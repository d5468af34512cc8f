import { expect, it } from "vitest";
import { isBlank, lineProblem, oneLineText, requiredLine, requiredText } from "./one-line.ts";
import { problemOf } from "./problems.ts";

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

it("a line is read one way: signs that turn its direction are refused, and what holds emoji together is not", () => {
  const signs = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";
  for (const sign of signs) {
    const text = `Belts ${sign}13-A`;
    for (const schema of [requiredLine(20), oneLineText(20)]) {
      const issues = schema.safeParse(text).error?.issues ?? [];
      expect(issues.map(({ message }) => problemOf(message))).toEqual([{ code: "turned_line" }]);
    }
    expect(lineProblem(text)).toEqual({ code: "turned_line" });
    expect(requiredText(20).safeParse(text).success).toBe(true);
  }
  expect(lineProblem("a\nb")).toEqual({ code: "one_line" });
  for (const text of ["", "👩‍🔧 Ñandú", "Belts\u200b"]) expect(lineProblem(text)).toBeNull();
});
