import { describe, expect, test } from "vitest";
import { oddPartOf, parseTypedDate, typedDateOf } from "./typed-dates.ts";

describe("a date that is typed", () => {
  test("is read month first in English and day first in Spanish", () => {
    expect(parseTypedDate("en", "3/4/2026", false)).toBe("2026-03-04");
    expect(parseTypedDate("es", "3/4/2026", false)).toBe("2026-04-03");
    expect(parseTypedDate("es", " 20.11.26 ", false)).toBe("2026-11-20");
  });

  test("may be pasted as machines write it", () => {
    expect(parseTypedDate("es", "2026-03-04", false)).toBe("2026-03-04");
    expect(parseTypedDate("en", "2026-03-04T18:05", true)).toBe("2026-03-04T18:05");
  });

  test("has a time where one is wanted, and none where not", () => {
    expect(parseTypedDate("en", "3/4/2026 6:05 pm", true)).toBe("2026-03-04T18:05");
    expect(parseTypedDate("en", "3/4/2026, 12 am", true)).toBe("2026-03-04T00:00");
    expect(parseTypedDate("es", "3/4/2026 18:05", true)).toBe("2026-04-03T18:05");
    expect(parseTypedDate("en", "3/4/2026", true)).toBeNull();
    expect(parseTypedDate("en", "3/4/2026 6:05 pm", false)).toBeNull();
  });

  test("is none when the calendar or the clock has no such", () => {
    expect(parseTypedDate("en", "2/30/2026", false)).toBeNull();
    expect(parseTypedDate("es", "11/20/2026", false)).toBeNull();
    expect(parseTypedDate("en", "3/4/2026 25:00", true)).toBeNull();
    expect(parseTypedDate("en", "yesterday", true)).toBeNull();
    expect(parseTypedDate("en", "", false)).toBeNull();
  });

  test("says which part of it is none", () => {
    expect(oddPartOf("es", "31/02/2026 10:00", true)).toBe("day");
    expect(oddPartOf("es", "11/20/2026 10:00", true)).toBe("day");
    expect(oddPartOf("en", "20/11/2026", false)).toBe("day");
    expect(oddPartOf("en", "2026-02-31T10:00", true)).toBe("day");
    expect(oddPartOf("en", "11/20/2026 25:00", true)).toBe("time");
    expect(oddPartOf("es", "20/11/2026 10h", true)).toBe("time");
    expect(oddPartOf("es", "20/11/2026", true)).toBe("all");
    expect(oddPartOf("en", "11/20/2026 6:05 PM", false)).toBe("all");
    expect(oddPartOf("en", "yesterday", true)).toBe("all");
  });

  test("reads back what it writes, in both languages, with and without a time", () => {
    for (const locale of ["en", "es"] as const)
      for (const value of ["2026-03-04", "2026-11-20T00:05", "2026-11-20T12:00"])
        expect(parseTypedDate(locale, typedDateOf(locale, value), value.includes("T"))).toBe(value);
    expect(typedDateOf("en", "2026-11-20T00:05")).toBe("11/20/2026 12:05 AM");
    expect(typedDateOf("es", "2026-11-20T18:05")).toBe("20/11/2026 18:05");
  });
});
