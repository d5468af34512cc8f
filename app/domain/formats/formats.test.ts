import { describe, expect, it } from "vitest";
import { formatExact, formatFigure, formatNumber } from "./numbers.ts";
import {
  formatDateTime,
  formatTime,
  formatTimeRange,
  formatZone,
  toAge,
  toDuration,
  toExactDuration,
  toPeriod,
} from "./times.ts";
import { nameZone, placeOfZone } from "./time-zones.ts";

/** 2026-03-08 is the night in which Chicago loses the hour from 2 to 3 AM. */
const AFTERNOON = Date.UTC(2026, 10, 5, 23, 7);
const CHICAGO = "America/Chicago";

describe("numbers", () => {
  it("are grouped and have exactly their decimals", () => {
    expect(formatNumber("en", 11250.04, 1)).toBe("11,250.0");
    expect(formatNumber("es", 11250.5, 1)).toBe("11,250.5");
    expect(formatNumber("en", 7)).toBe("7");
  });

  it("that are none are a dash, and there is no minus zero", () => {
    expect(formatNumber("en", null)).toBe("–");
    expect(formatNumber("en", Number.NaN)).toBe("–");
    expect(formatNumber("en", -0.04, 1)).toBe("0.0");
  });

  it("below zero have a true minus and no hyphen, however they are written", () => {
    expect(formatNumber("en", -97)).toBe("−97");
    expect(formatNumber("es", -11_250.5, 1)).toBe("−11,250.5");
    expect(formatExact("en", -0.5)).toBe("−0.5");
    expect(formatFigure("en", -1_234_567, { most: 6 })).toBe("−1.23M");
  });

  it("that a place has no room for lose decimals, then get a short word, and are never long", () => {
    const room = { most: 6 };
    expect(formatFigure("en", 58_740, room)).toBe("58,740");
    expect(formatFigure("en", 999_999.4, room)).toBe("999,999");
    expect(formatFigure("en", 999_999.6, room)).toBe("1M");
    expect(formatFigure("es", 1_234_567, room)).toBe("1.23\u00a0M");
    expect(formatFigure("es", 1_234_567, { ...room, kept: 2 })).toBe("1.2M");
    expect(formatFigure("en", 99_999.94, { ...room, decimals: 1 })).toBe("99,999.9");
    expect(formatFigure("en", 99_999.96, { ...room, decimals: 1 })).toBe("100,000");
    expect(formatFigure("en", null, room)).toBe("–");
    for (const locale of ["en", "es"] as const)
      for (const value of [999_999_999, -999_999_999, 123_456_789_012, 1.5e300])
        for (const most of [4, 6, 7])
          expect(formatFigure(locale, value, { most, decimals: 1 }).length).toBeLessThanOrEqual(7);
  });
});

describe("times", () => {
  it("are of the facility's zone, by the language's habit", () => {
    expect(formatDateTime("en", AFTERNOON, CHICAGO)).toBe("11/5/26 5:07 PM");
    expect(formatDateTime("es", AFTERNOON, CHICAGO)).toBe("5/11/26 17:07");
    expect(formatTime("en", Date.UTC(2026, 5, 1, 5, 0), CHICAGO)).toBe("12:00 AM");
    expect(formatTime("en", Date.UTC(2026, 5, 1, 17, 0), CHICAGO)).toBe("12:00 PM");
    expect(formatTime("es", Date.UTC(2026, 5, 1, 5, 5), CHICAGO)).toBe("0:05");
  });

  it("follow the change to summer time", () => {
    expect(formatTime("en", Date.UTC(2026, 2, 8, 7, 59), CHICAGO)).toBe("1:59 AM");
    expect(formatTime("en", Date.UTC(2026, 2, 8, 8, 0), CHICAGO)).toBe("3:00 AM");
    expect(formatZone("en", Date.UTC(2026, 2, 8, 7, 0), CHICAGO)).toBe("CST");
    expect(formatZone("en", Date.UTC(2026, 2, 8, 9, 0), CHICAGO)).toBe("CDT");
  });

  it("turn into ages in the largest unit of which they have two", () => {
    expect(toAge(-500)).toEqual({ unit: "seconds", n: 0 });
    expect(toAge(59_999)).toEqual({ unit: "seconds", n: 59 });
    expect(toAge(119_999)).toEqual({ unit: "seconds", n: 119 });
    expect(toAge(120_000)).toEqual({ unit: "minutes", n: 2 });
    expect(toAge(7_199_000)).toEqual({ unit: "minutes", n: 119 });
    expect(toAge(7_200_000)).toEqual({ unit: "hours", n: 2 });
    expect(toAge(172_799_000)).toEqual({ unit: "hours", n: 47 });
    expect(toAge(3 * 86_400_000)).toEqual({ unit: "days", n: 3 });
  });

  it("stretches are told with their seconds below ten minutes", () => {
    const told = (of: typeof toDuration) => (seconds: number) => {
      const { unit, hours, minutes, seconds: rest } = of(seconds);
      return [unit, hours, minutes, rest];
    };
    expect([0, 45.4, 90, 119.6, 599, 600, 659, 3_700].map(told(toExactDuration))).toEqual([
      ...[
        ["seconds", 0, 0, 0],
        ["seconds", 0, 0, 45],
        ["minutesSeconds", 0, 1, 30],
      ],
      ...[
        ["minutes", 0, 2, 0],
        ["minutesSeconds", 0, 9, 59],
        ["minutes", 0, 10, 0],
      ],
      ...[
        ["minutes", 0, 10, 0],
        ["hours", 1, 1, 0],
      ],
    ]);
    expect([119, 3_599, 3_600, 7_260].map(told(toDuration))).toEqual([
      ["minutes", 0, 1, 0],
      ["minutes", 0, 59, 0],
      ["wholeHours", 1, 0, 0],
      ["hours", 2, 1, 0],
    ]);
  });

  it("periods are exact, in the largest unit of which they are whole", () => {
    expect([0, 30, 60, 90, 600, 3600, 5400, 86_400].map((s) => Object.values(toPeriod(s)))).toEqual(
      [
        [0, "s"],
        [30, "s"],
        [1, "min"],
        [90, "s"],
        [10, "min"],
        [1, "h"],
        [90, "min"],
        [24, "h"],
      ],
    );
  });

  it("zones are told as their place, the nearest part first", () => {
    const zones = ["America/New_York", "America/Indiana/Knox", "America/Monterrey", "UTC"];
    expect(zones.map((zone) => placeOfZone("en", zone))).toEqual([
      "New York, America",
      "Knox, Indiana, America",
      "Monterrey, America",
      "UTC",
    ]);
    expect(zones.map((zone) => placeOfZone("es", zone))).toEqual([
      "Nueva York, América",
      "Knox, Indiana, América",
      "Monterrey, América",
      "UTC",
    ]);
  });

  it("zones are named as people call them, with the label that stands beside times", () => {
    const zones = ["America/New_York", "America/Denver", "America/Monterrey", "Europe/Madrid"];
    const named = (locale: "en" | "es") =>
      [...zones, "UTC"].map((zone) => nameZone(locale, AFTERNOON, zone));
    expect(named("en")).toEqual([
      "Eastern Time (EST)",
      "Mountain Time (MST)",
      "Central Standard Time (CST)",
      "Central European Time (GMT+1)",
      "UTC",
    ]);
    expect(named("es")).toEqual([
      "hora del Este (GMT\u20115)",
      "hora de la Montaña (GMT\u20117)",
      "hora del Centro (GMT\u20116)",
      "hora de Europa central (GMT+1)",
      "UTC",
    ]);
  });
});

it("a span of time is told from when to when, and as one time where it lies in one minute", () => {
  const at = (minutes: number) => Date.UTC(2026, 10, 27, 8) + minutes * 60_000;
  expect(formatTimeRange("en", at(0), at(15), "America/New_York")).toBe("3:00–3:15 AM");
  expect(formatTimeRange("en", at(8 * 60), at(10 * 60), "UTC")).toBe("4:00–6:00 PM");
  expect(formatTimeRange("en", at(3 * 60), at(5 * 60), "UTC")).toBe("11:00 AM – 1:00 PM");
  expect(formatTimeRange("es", at(0), at(15), "America/New_York")).toBe("3:00–3:15");
  expect(formatTimeRange("en", at(0.2), at(0.5), "America/New_York")).toBe("3:00 AM");
  expect(formatTimeRange("es", at(0.2), at(0.5), "America/New_York")).toBe("3:00");
  // A day later it is the same hour, and no moment.
  expect(formatTimeRange("en", at(0), at(24 * 60), "UTC")).toBe("8:00–8:00 AM");
});
