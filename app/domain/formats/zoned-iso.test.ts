import { describe, expect, it } from "vitest";
import { wallClock } from "./local-days.ts";
import { zonedIso } from "./zoned-iso.ts";

describe("a time with its zone's offset", () => {
  it("names the moment, on both sides of a change of clocks", () => {
    const iso = zonedIso("America/Chicago");
    expect(iso(Date.UTC(2026, 10, 1, 6, 59, 59))).toBe("2026-11-01T01:59:59-05:00");
    expect(iso(Date.UTC(2026, 10, 1, 7, 0, 0))).toBe("2026-11-01T01:00:00-06:00");
    expect(iso(Date.UTC(2026, 10, 1, 6, 59, 59, 5))).toBe("2026-11-01T01:59:59.005-05:00");
    for (const zone of ["UTC", "America/Mexico_City", "Asia/Kathmandu", "America/St_Johns"]) {
      const of = zonedIso(zone);
      for (let timeMs = Date.UTC(2026, 0, 1); timeMs < Date.UTC(2027, 0, 1); timeMs += 7_654_321)
        expect(Date.parse(of(timeMs))).toBe(timeMs);
    }
  });

  it("is the zone's at every quarter of an hour of the year, asked in any order", () => {
    const zones = ["America/Chicago", "Australia/Lord_Howe", "Africa/Casablanca", "Africa/Cairo"];
    for (const zone of zones) {
      const of = zonedIso(zone);
      const wrong: string[] = [];
      const quarters = Array.from(
        { length: 365 * 96 },
        (_, n) => Date.UTC(2026, 0, 1) + n * 900_000,
      );
      for (const timeMs of [...quarters, ...quarters.slice(-3000).reverse()]) {
        const iso = of(timeMs);
        if (Date.parse(`${iso.slice(0, 19)}Z`) !== wallClock(timeMs, zone)) wrong.push(iso);
      }
      expect(wrong.slice(0, 3), zone).toEqual([]);
    }
  });
});
