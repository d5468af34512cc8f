import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { isReportTooLarge, planSteps, STEP_MS, type StepRange } from "./plan-steps.ts";

const at = (text: string) => Date.parse(text);
const steps = (range: StepRange, most = 1000) =>
  [...planSteps(range, most)].flatMap(({ startMs, endMs, buckets }) =>
    Array.from({ length: buckets }, (_, index) => startMs + (index * (endMs - startMs)) / buckets),
  );

describe("the steps of a report", () => {
  it("begin at whole minutes and hours, cut to the range at both ends", () => {
    const range = {
      startMs: at("2026-03-01T10:07:30Z"),
      endMs: at("2026-03-01T12:20:00Z"),
      timezone: "America/Chicago",
    };
    expect(
      steps({ ...range, granularity: "hour" }).map((ms) => new Date(ms).toISOString()),
    ).toEqual(["2026-03-01T10:07:30.000Z", "2026-03-01T11:00:00.000Z", "2026-03-01T12:00:00.000Z"]);
    const minutes = steps({ ...range, granularity: "minute" });
    expect(minutes.length).toBe(133);
    expect(minutes.slice(1).every((ms) => ms % 60_000 === 0)).toBe(true);
    // Zones with a quarter of an hour in their offset have hours of their own.
    const kathmandu = steps({ ...range, granularity: "hour", timezone: "Asia/Kathmandu" });
    expect(new Date(kathmandu[1] as number).toISOString()).toBe("2026-03-01T10:15:00.000Z");
  });

  it("are days of the plant, those on which clocks change too", () => {
    const days = steps({
      startMs: at("2026-10-30T05:00:00Z"),
      endMs: at("2026-11-04T06:00:00Z"),
      granularity: "day",
      timezone: "America/Chicago",
    });
    expect(days.map((ms) => new Date(ms).toISOString().slice(0, 13))).toEqual([
      "2026-10-30T05",
      "2026-10-31T05",
      "2026-11-01T05",
      "2026-11-02T06",
      "2026-11-03T06",
    ]);
  });

  it("are days of the plant where clocks change at midnight as well", () => {
    const lengths = (timezone: string, from: string, days: number): number[] => {
      const startMs = at(from);
      const endMs = startMs + days * DAY_MS;
      const range = { startMs, endMs, granularity: "day", timezone } as const;
      const begins = [...steps(range), endMs];
      return begins.slice(1).map((ms, index) => (ms - (begins[index] as number)) / HOUR_MS);
    };
    // From 00:00 to 01:00.
    expect(lengths("Africa/Cairo", "2026-04-21T22:00Z", 4)).toEqual([24, 24, 23, 24, 1]);
    expect(lengths("America/Santiago", "2026-09-04T04:00Z", 3)).toEqual([24, 24, 23, 1]);
    expect(lengths("America/Havana", "2026-03-07T05:00Z", 3)).toEqual([24, 23, 24, 1]);
    // From 24:00 to 23:00, and from 01:00 to 00:00.
    expect(lengths("Africa/Cairo", "2026-10-27T21:00Z", 3)).toEqual([24, 25, 23]);
    expect(lengths("America/Havana", "2026-10-31T04:00Z", 3)).toEqual([24, 25, 23]);
  });

  it("cover the range without a gap or an overlap, in stretches of equal steps that are not too long", () => {
    for (const timezone of ["UTC", "America/Chicago", "Australia/Lord_Howe", "Asia/Kathmandu"])
      for (const granularity of ["minute", "hour", "day"] as const)
        for (const [from, days] of [
          ["2026-03-27T13:14:15Z", 12],
          ["2026-10-02T00:00:00Z", 33],
        ] as const) {
          const range = {
            startMs: at(from),
            endMs: at(from) + days * 86_400_000,
            granularity,
            timezone,
          };
          let reached = range.startMs;
          for (const { startMs, endMs, buckets } of planSteps(range, 50)) {
            expect(startMs).toBe(reached);
            expect(endMs).toBeGreaterThan(startMs);
            expect(buckets).toBeLessThanOrEqual(50);
            if (buckets > 1) expect(endMs - startMs).toBe(buckets * STEP_MS[granularity]);
            reached = endMs;
          }
          expect(reached).toBe(range.endMs);
        }
  });

  it("of minutes are asked for by the day where a question holds that many", () => {
    const range = {
      startMs: at("2026-03-27T13:14:15Z"),
      endMs: at("2026-04-03T09:00:00Z"),
      granularity: "minute",
      timezone: "Asia/Kathmandu",
    } as const;
    const begins = (most: number): string[] =>
      [...planSteps(range, most)].map(({ startMs }) =>
        new Date(startMs).toISOString().slice(5, 16),
      );
    expect(begins(1440)).toEqual([
      ...["03-27T13:14", "03-27T13:15"],
      ...["03-28T00:00", "03-29T00:00", "03-30T00:00", "03-31T00:00"],
      ...["04-01T00:00", "04-02T00:00", "04-03T00:00"],
    ]);
    // Of fewer metrics several days.
    expect(begins(5000)).toEqual(["03-27T13:14", "03-27T13:15", "03-31T00:00", "04-03T00:00"]);
    // Of more the last part of each day is shorter.
    expect(begins(1000).slice(0, 5)).toEqual([
      ...["03-27T13:14", "03-27T13:15", "03-28T00:00", "03-28T16:40", "03-29T00:00"],
    ]);
  });
});

it("a report is too large by its steps times its metrics; steps that are not chosen fit the range", () => {
  const year = { startMs: at("2025-03-01T00:00:00Z"), endMs: at("2026-03-01T00:00:00Z") };
  expect(isReportTooLarge({ ...year, granularity: "minute" }, 50)).toBe(false);
  expect(isReportTooLarge({ ...year, granularity: "second" }, 3)).toBe(false);
  expect(isReportTooLarge({ ...year, granularity: "second" }, 4)).toBe(true);
  expect(isReportTooLarge(year, 50)).toBe(false);
});
