import { describe, expect, it } from "vitest";
import {
  addMonths,
  parseRangeText,
  parseTypedDay,
  parseTypedTime,
  resolveRange,
  toRangeText,
  typedDayOf,
  weeksOf,
} from "./date-ranges.ts";

const NOW = Date.parse("2026-11-22T08:00:00Z");

describe("a range in an address", () => {
  it("is a preset's name or two moments, and comes back as it was", () => {
    for (const text of ["24h", "1y", "2026-11-20T06:00:00.000Z..2026-11-21T06:00:00.000Z"])
      expect(toRangeText(parseRangeText(text)!)).toBe(text);
    expect(parseRangeText("2026-11-20T01:00:00-05:00..2026-11-20T06:00:01Z")).toEqual({
      startMs: Date.parse("2026-11-20T06:00:00Z"),
      endMs: Date.parse("2026-11-20T06:00:01Z"),
    });
  });

  it.each([
    "",
    "5h",
    "1..2",
    "2026-11-20T06:00:00Z",
    "2026-11-20..2026-11-21",
    "2026-11-21T06:00:00Z..2026-11-20T06:00:00Z",
    "2026-11-20T06:00:00Z..2026-11-20T06:00:00Z",
    "2026-11-20T06:00:00Z..2026-11-21T06:00:00Z..2026-11-22T06:00:00Z",
    "2026-13-45T06:00:00Z..2026-13-46T06:00:00Z",
    `2026-11-20T06:00:00Z..${"2".repeat(200)}`,
  ])("is none when it is %j", (text) => {
    expect(parseRangeText(text)).toBeNull();
  });

  it("ends now, or where it says, and never after now", () => {
    expect(resolveRange("2h", NOW)).toEqual({ startMs: NOW - 7_200_000, endMs: NOW });
    expect(resolveRange({ startMs: NOW - 5, endMs: NOW + 5 }, NOW)).toEqual({
      startMs: NOW - 5,
      endMs: NOW,
    });
  });
});

describe("what somebody types", () => {
  it("names a day: month first in English, day first in Spanish", () => {
    expect(parseTypedDay("en", " 3/4/26 ")).toBe("2026-03-04");
    expect(parseTypedDay("es", "3/4/2026")).toBe("2026-04-03");
    expect(parseTypedDay("es", "31.12.2026")).toBe("2026-12-31");
    for (const text of ["", "31/12/2026", "2/30/2026", "3/4", "3/4/026", "x"])
      expect([text, parseTypedDay("en", text)]).toEqual([text, null]);
    for (const locale of ["en", "es"] as const)
      expect(parseTypedDay(locale, typedDayOf(locale, "2026-03-04"))).toBe("2026-03-04");
    expect([typedDayOf("en", "2026-03-04"), typedDayOf("es", "2026-03-04")]).toEqual([
      "3/4/2026",
      "4/3/2026",
    ]);
  });

  it.each([
    ["6:05 PM", 18 * 60 + 5],
    ["6 pm", 18 * 60],
    ["12 a.m.", 0],
    ["12:30 p. m.", 12 * 60 + 30],
    ["18:05", 18 * 60 + 5],
    ["7", 7 * 60],
    ["13 PM", null],
    ["24:00", null],
    ["6:60", null],
    ["noon", null],
    ["", null],
  ])("names a time: %j", (text, minutes) => {
    expect(parseTypedTime(text)).toBe(minutes);
  });
});

describe("a month", () => {
  it("has whole weeks from Sunday or Monday, with the days around it", () => {
    const november = weeksOf("2026-11", 0);
    expect(november[0]).toEqual([
      "2026-11-01",
      "2026-11-02",
      "2026-11-03",
      "2026-11-04",
      "2026-11-05",
      "2026-11-06",
      "2026-11-07",
    ]);
    expect(november.length).toBe(5);
    expect(weeksOf("2026-11", 1)[0]![0]).toBe("2026-10-26");
    expect(weeksOf("2026-11", 1).length).toBe(6);
    expect(weeksOf("2026-02", 0).length).toBe(4);
    for (const month of ["2026-11", "2024-02", "2026-08"])
      expect(weeksOf(month, 1).every((week) => week.length === 7)).toBe(true);
  });

  it("is followed by the next one, over a year's end too", () => {
    expect([addMonths("2026-12", 1), addMonths("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
  });
});
