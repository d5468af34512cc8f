import { DateTime } from "luxon";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TimeReader } from "./times.ts";

const read = (text: string, zone: string | null = null, previousMs: number | null = null) => {
  const time = new TimeReader(zone).read(text, previousMs);
  return "fault" in time
    ? time.fault
    : new Date(time.timeMs).toISOString() + (time.isAmbiguous ? " twice" : "");
};

describe("a time", () => {
  it.each([
    ["2026-11-01T10:00:00Z", "2026-11-01T10:00:00.000Z"],
    ["2026-11-01 10:00:00.1239z", "2026-11-01T10:00:00.123Z"],
    ["2026-11-01T10:00:00,5+00:00", "2026-11-01T10:00:00.500Z"],
    ["2026-11-01T10:00-0600", "2026-11-01T16:00:00.000Z"],
    ["2026-11-01T10:00:00+05:30", "2026-11-01T04:30:00.000Z"],
    ["2026-11-01T10:00:00 -06", "2026-11-01T16:00:00.000Z"],
    ["1763700000", "2025-11-21T04:40:00.000Z"],
    ["1763700000.1239", "2025-11-21T04:40:00.123Z"],
    ["1763700000.", "2025-11-21T04:40:00.000Z"],
    ["1763700000123", "2025-11-21T04:40:00.123Z"],
    ["1763700000123.9", "2025-11-21T04:40:00.123Z"],
    ["1763700000123456", "2025-11-21T04:40:00.123Z"],
    ["1763700000123456789", "2025-11-21T04:40:00.123Z"],
    ["0", "1970-01-01T00:00:00.000Z"],
    ["-1.5", "1969-12-31T23:59:58.500Z"],
    ["", "bad_time"],
    ["yesterday", "bad_time"],
    ["11/21/2025 10:00", "bad_time"],
    ["2026-02-30T00:00:00Z", "bad_time"],
    ["2026-13-01", "bad_time"],
    ["2026-01-01T24:30:00Z", "bad_time"],
    ["2026-01-01T10:60:00Z", "bad_time"],
    ["1e9", "bad_time"],
    ["2026-11-01T10:00:00", "no_zone"],
    ["2026-11-01", "no_zone"],
  ])("%s is %s", (text, expected) => expect(read(text)).toBe(expected));

  it.each([
    ["2026-07-01 10:00:00", "2026-07-01T15:00:00.000Z"],
    ["2026-01-01T10:00", "2026-01-01T16:00:00.000Z"],
    ["2026-01-01", "2026-01-01T06:00:00.000Z"],
    ["2026-03-08T01:59:59", "2026-03-08T07:59:59.000Z"],
    ["2026-03-08T02:30:00", "no_such_time"],
    ["2026-03-08T03:00:00", "2026-03-08T08:00:00.000Z"],
    ["2026-11-01T00:59:59", "2026-11-01T05:59:59.000Z"],
    ["2026-11-01T01:00:00", "2026-11-01T06:00:00.000Z twice"],
    ["2026-11-01T01:59:59.999", "2026-11-01T06:59:59.999Z twice"],
    ["2026-11-01T02:00:00", "2026-11-01T08:00:00.000Z"],
    ["2026-07-01 10:00:00Z", "2026-07-01T10:00:00.000Z"],
  ])("%s in Chicago is %s", (text, expected) =>
    expect(read(text, "America/Chicago")).toBe(expected),
  );

  it("that comes twice is the second one where the file would go back otherwise", () => {
    const times = new TimeReader("America/Chicago");
    let previous: number | null = null;
    const seen: number[] = [];
    // Three hours of a file at ten minutes, as a historian in the plant wrote them.
    const firstMs = Date.UTC(2026, 10, 1, 5);
    const expected = Array.from({ length: 24 }, (_, index) => firstMs + index * 600_000);
    for (const ms of expected) {
      const text = DateTime.fromMillis(ms, { zone: "America/Chicago" }).toFormat(
        "yyyy-MM-dd HH:mm:ss",
      );
      const time = times.read(text, previous);
      if ("fault" in time) throw new Error(time.fault);
      seen.push((previous = time.timeMs));
    }
    expect(seen).toEqual(expected);
  });

  it("written by a wall clock of any zone is read back, wherever it is not ambiguous", () => {
    const zones = [
      "America/Chicago",
      "America/Mexico_City",
      "Europe/Berlin",
      "Australia/Lord_Howe",
      "Asia/Kolkata",
      "UTC",
    ];
    const moment = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2027, 0) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, (zone, ms) => {
        const time = new TimeReader(zone).read(
          DateTime.fromMillis(ms, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS"),
          ms - 1,
        );
        if ("fault" in time) throw new Error(time.fault);
        if (!time.isAmbiguous) expect(time.timeMs).toBe(ms);
        else expect([0, 30 * 60_000, 3_600_000]).toContain(Math.abs(time.timeMs - ms));
      }),
      { numRuns: 500 },
    );
  });
});
