import { describe, expect, it } from "vitest";
import type { ChartSeries } from "#app/kit/charts/types.ts";
import {
  beforeMaintenance,
  parseCompared,
  placedByJob,
  shiftByJob,
  shiftOf,
  stillAsked,
  toCompared,
  type CompareSetup,
  type Other,
} from "./compare.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const setup: CompareSetup = {
  peers: [
    { id: 4, name: "FFG 4" },
    { id: 9, name: "FFG 9" },
  ],
  lastMaintenanceAt: Date.UTC(2026, 10, 1),
};

describe("what is compared", () => {
  it("is what the machine offers, each once, at most three", () => {
    expect(parseCompared("machine-9,1d,nope,1d,machine-7", setup)).toEqual(["1d", "machine-9"]);
    expect(parseCompared("machine-4,machine-9,7d,before", setup)).toHaveLength(3);
    expect(parseCompared("maintenance", { peers: [], lastMaintenanceAt: null })).toEqual([]);
    expect(parseCompared("maintenance", setup)).toEqual(["maintenance"]);
    expect(parseCompared(null, setup)).toEqual([]);
    expect(parseCompared("machine-4,".repeat(10_000), setup)).toEqual(["machine-4"]);
  });
});

describe("how much earlier it lies", () => {
  const zone = { timezone: "America/Chicago", lastMaintenanceAt: Date.UTC(2026, 10, 10, 15) };
  const range = { startMs: Date.UTC(2026, 10, 19, 12), endMs: Date.UTC(2026, 10, 19, 20) };
  const shift = (key: Parameters<typeof shiftOf>[0], over = range) =>
    shiftOf(key, over, zone) / HOUR;

  it("is whole days, the range's own length, or nothing for another machine", () => {
    expect([shift("1d"), shift("7d"), shift("before"), shift("machine-4")]).toEqual([
      24,
      7 * 24,
      8,
      0,
    ]);
    const twoDays = { startMs: range.startMs, endMs: range.startMs + 2 * DAY };
    expect(shift("before", twoDays)).toBe(48);
  });

  it("is so many days that the whole of it lies before the last maintenance", () => {
    const days = shift("maintenance") / 24;
    expect(Number.isInteger(days)).toBe(true);
    expect(range.endMs - days * DAY).toBeLessThanOrEqual(zone.lastMaintenanceAt);
    expect(range.endMs - (days - 1) * DAY).toBeGreaterThan(zone.lastMaintenanceAt);
  });

  it("keeps the time of day where the clocks were changed in between", () => {
    // Chicago left summer time on November 1, 2026 at 2:00.
    const monday = Date.UTC(2026, 10, 2, 12);
    expect(shift("7d", { startMs: monday, endMs: monday + HOUR })).toBe(7 * 24 + 1);
  });

  it("is by the first job of each, where both have one", () => {
    const own = [{ startMs: range.startMs - 1 }, { startMs: range.startMs + 30 }];
    const other = [{ startMs: range.startMs - DAY + 10 }, { startMs: range.startMs }];
    expect(shiftByJob(own, other, range, DAY)).toBe(DAY + 20);
    expect(shiftByJob(own, [], range, DAY)).toBeNull();
    expect(shiftByJob([{ startMs: range.startMs - 1 }], other, range, DAY)).toBeNull();
  });
});

describe("laid over by the first job", () => {
  const range = { startMs: 100 * HOUR, endMs: 108 * HOUR };
  const other: Other = { key: "1d", deviceId: 1, shiftMs: DAY };

  it("lies by the clock where one of both has none, and says so", () => {
    const own = [{ startMs: range.startMs + 30 }];
    const theirs = [{ startMs: range.startMs - DAY + 10 }];
    expect(placedByJob(other, { own, theirs, range })).toEqual({ ...other, shiftMs: DAY + 20 });
    const byClock = { ...other, hasNoJob: true };
    expect(placedByJob(other, { own, theirs: [], range })).toEqual(byClock);
    expect(placedByJob(other, { own: [], theirs, range })).toEqual(byClock);
  });

  it("stays before the last maintenance: a job that would carry it beyond is looked for earlier", () => {
    const maintenance: Other = { key: "maintenance", deviceId: 1, shiftMs: 2 * DAY };
    const performedAt = range.endMs - 2 * DAY + HOUR;
    const placed = (hours: number) => ({ ...maintenance, shiftMs: 2 * DAY - hours * HOUR });
    expect(beforeMaintenance(maintenance, placed(1), range, performedAt)).toBeNull();
    expect(beforeMaintenance(maintenance, placed(2), range, performedAt)).toEqual({
      ...maintenance,
      shiftMs: 3 * DAY,
    });
    expect(beforeMaintenance(other, { ...other, shiftMs: 0 }, range, performedAt)).toBeNull();
    // Of two days and more no first job reaches it, either.
    const long = { startMs: range.startMs, endMs: range.startMs + 2 * DAY + 1 };
    const earlier = beforeMaintenance(maintenance, placed(40), long, long.endMs - 2 * DAY);
    const latest = { ...maintenance, shiftMs: earlier!.shiftMs - (long.endMs - long.startMs) };
    expect(beforeMaintenance(maintenance, latest, long, long.endMs - 2 * DAY)).toBeNull();
  });

  it("is gone once it is not asked for any more", () => {
    const week: Other = { key: "7d", deviceId: 1, shiftMs: 7 * DAY };
    const placed = [{ ...other, shiftMs: 1 }, week];
    expect(stillAsked(placed, [other])).toEqual([placed[0]]);
    expect(stillAsked(placed, [])).toEqual([]);
  });
});

it("lies over the range as a line without bands and marks, beside the measure it belongs to", () => {
  const series: ChartSeries = {
    key: "machine_speed",
    title: "Speed",
    unit: "rpm",
    shape: "line",
    joinMs: 60_000,
    text: String,
    points: [{ timeMs: 5, value: 1, min: 0, max: 2, lower: 0, upper: 3, isAbnormal: true }],
  };
  expect(toCompared(series, { key: "1d", title: "a day earlier", shiftMs: DAY })).toMatchObject({
    key: "machine_speed:1d",
    title: "Speed · a day earlier",
    isCompared: true,
    points: [
      {
        timeMs: 5 + DAY,
        value: 1,
        min: null,
        max: null,
        lower: null,
        upper: null,
        isAbnormal: false,
      },
    ],
  });
});
