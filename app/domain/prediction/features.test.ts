import { describe, expect, it } from "vitest";
import { examplesOf, FEATURES, featuresAt, isJudged } from "./features.ts";
import type { HourFacts } from "./hour-facts.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 9, 1);
const quiet = (index: number, over: Partial<HourFacts> = {}): HourFacts => ({
  ...{ startMs: START + index * HOUR, heard: 60, on: 60, run: 60, stops: 0, jams: 0, eStops: 0 },
  ...{ speed: 100, spread: 0.05, flagged: 0, downs: [], end: "up" },
  ...over,
});
const hoursOf = (count: number, over: Record<number, Partial<HourFacts>> = {}): HourFacts[] =>
  Array.from({ length: count }, (_, index) => quiet(index, over[index]));
const named = (hours: HourFacts[], serviceMs: number[] = []) => {
  const atMs = hours.at(-1)!.startMs + HOUR;
  return Object.fromEntries(
    featuresAt({ hours, atMs, serviceMs }).map((value, index) => [FEATURES[index], value]),
  );
};
const down = (index: number, minute = 30): Partial<HourFacts> => ({
  downs: [START + index * HOUR + minute * 60_000],
});

describe("the features", () => {
  it("have a name each", () =>
    expect(featuresAt({ hours: hoursOf(30), atMs: START + 30 * HOUR, serviceMs: [] })).toHaveLength(
      FEATURES.length,
    ));

  it("tell downtimes of the day and the month, and how long ago the last one was", () => {
    const seen = named(hoursOf(100, { 10: down(10), 80: down(80), 98: down(98) }));
    expect(seen.downs_day).toBeCloseTo(Math.log1p(2));
    expect(seen.downs_month).toBeCloseTo(Math.log(3.5 / 110));
    expect(seen.hours_since_down).toBeCloseTo(Math.log1p(1.5));
    expect(named(hoursOf(100)).hours_since_down).toBeCloseTo(Math.log1p(168));
  });

  it("look at the last hours only, never at what is older or comes later", () => {
    const eventful = { stops: 3, jams: 2, eStops: 1, flagged: 4 };
    expect(named(hoursOf(60, { 57: eventful }))).toMatchObject({
      jams_4h: Math.log1p(2),
      stops_4h: Math.log1p(3),
      flagged_4h: Math.log1p(4),
    });
    expect(named(hoursOf(60, { 55: eventful }))).toMatchObject({
      jams_4h: 0,
      stops_4h: 0,
      flagged_4h: 0,
      e_stops_day: Math.log1p(1),
    });
    const hours = hoursOf(60, { 50: { ...eventful, ...down(50) }, 51: eventful });
    expect(
      featuresAt({ hours, atMs: START + 50 * HOUR, serviceMs: [START, START + 55 * HOUR] }),
    ).toEqual(featuresAt({ hours: hoursOf(50), atMs: START + 50 * HOUR, serviceMs: [START] }));
  });

  it("expect of the hours ahead what was at that time of day", () => {
    const nightShift = Object.fromEntries(
      Array.from({ length: 96 }, (_, index) => [index, { run: index % 24 < 4 ? 60 : 0 }]),
    );
    expect(named(hoursOf(72, nightShift)).run_ahead).toBe(1);
    expect(named(hoursOf(76, nightShift)).run_ahead).toBe(0);
    expect(named(hoursOf(74, nightShift)).run_ahead).toBeCloseTo(0.5);
  });

  it("compare the speed with the week's, and know the hours since service", () => {
    const seen = named(hoursOf(50, { 49: { speed: 50, spread: 0.2 } }), [START, START + 40 * HOUR]);
    expect(seen.speed_ratio).toBeCloseTo(50 / 99 - 1);
    expect([seen.speed_spread, seen.hours_since_service]).toEqual([0.2, Math.log1p(10)]);
  });

  it("are unknown where nobody knows", () => {
    const seen = named(hoursOf(50, { 49: { speed: null, spread: null, heard: 0 } }));
    for (const name of ["speed_ratio", "speed_spread", "hours_since_service", "run_hour"])
      expect(seen[name]).toBeNaN();
  });
});

describe("the questions", () => {
  it("are asked of every hour after which the machine was up, and answered by the four hours that follow", () => {
    const examples = examplesOf(hoursOf(30, { 20: down(20) }), []);
    expect(
      examples.filter(({ isDown }) => isDown).map(({ atMs }) => (atMs - START) / HOUR),
    ).toEqual([17, 18, 19, 20]);
  });

  it("are not asked while the machine is off, down or hardly heard, nor where the end is not known", () => {
    const asked = (hours: HourFacts[]) =>
      examplesOf(hours, []).map(({ atMs }) => (atMs - START) / HOUR);
    expect(asked(hoursOf(14))).toEqual([6, 7, 8, 9, 10, 11, 12]);
    expect(
      asked(hoursOf(14, { 7: { end: "off" }, 8: { end: "down" }, 9: { end: "unknown" } })),
    ).toEqual([6, 7, 11, 12]);
    const silent = Object.fromEntries([8, 9, 10].map((index) => [index, { heard: 0 }]));
    expect(asked(hoursOf(14, silent))).not.toContain(8);
  });

  it("are not asked of a machine whose last hour is missing", () => {
    const hours = hoursOf(30);
    expect(isJudged({ hours, atMs: START + 30 * HOUR })).toBe(true);
    expect(isJudged({ hours, atMs: START + 31 * HOUR })).toBe(false);
  });

  it("over a gap are answered by the hours of the horizon alone", () => {
    const hours = [...hoursOf(30), ...hoursOf(60, { 50: down(50) }).slice(50)];
    expect(examplesOf(hours, []).find(({ atMs }) => atMs === START + 28 * HOUR)?.isDown).toBe(
      false,
    );
    expect(examplesOf(hours, []).some(({ atMs }) => atMs === START + 30 * HOUR)).toBe(false);
  });
});
