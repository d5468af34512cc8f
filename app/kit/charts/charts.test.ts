import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { chartCsv, fileName } from "./chart-files.ts";
import { clusterMarks, countText } from "./clusters.ts";
import { dashesOf, layOut, panelsOf } from "./layout.ts";
import { pointAt, readPoint, stopsOf } from "./nearest-point.ts";
import { LEAST_SHARE, markOf } from "./abnormal-mark.ts";
import { extentOf, reduceLine, withBands } from "./reduce-line.ts";
import { isEmptyIn } from "./scene.ts";
import { tickText, timeTicks } from "./time-ticks.ts";
import type { ChartPoint, ChartSeries } from "./types.ts";
import { nearestIndex } from "./use-plot-gestures.ts";

import { valueAxis } from "./value-ticks.ts";
import { clampView, panBy, pinchView, zoomAround } from "./zoom.ts";

const CHICAGO = "America/Chicago";
const at = (text: string) => Date.parse(text);
const point = (timeMs: number, value: number | string | null): ChartPoint => ({
  timeMs,
  value,
  min: null,
  max: null,
  lower: null,
  upper: null,
  isAbnormal: false,
});
const line = (over: Partial<ChartSeries> = {}): ChartSeries => ({
  key: "a",
  title: "A",
  unit: "rpm",
  shape: "line",
  points: [],
  joinMs: 60_000,
  text: String,
  ...over,
});

describe("a time axis", () => {
  const START = at("2026-11-19T12:00:00Z");
  const labels = (spanMs: number, locale: "en" | "es" = "en") =>
    timeTicks({ startMs: START, endMs: START + spanMs }, CHICAGO, 6).map((timeMs) =>
      tickText(locale, timeMs, CHICAGO, spanMs),
    );

  it("shows the time up to an hour, the hour up to 48 h, date and hour up to 120 h, beyond the date", () => {
    expect(labels(HOUR_MS)).toEqual(
      [0, 10, 20, 30, 40, 50].map((minute) => `6:${minute || "00"} AM`).concat("7:00 AM"),
    );
    expect(labels(8 * HOUR_MS)).toEqual(["6 AM", "8 AM", "10 AM", "12 PM", "2 PM"]);
    expect(labels(48 * HOUR_MS)).toEqual(["12 PM", "12 AM", "12 PM", "12 AM"]);
    expect(labels(120 * HOUR_MS)).toEqual([
      "11/20 12 AM",
      "11/21 12 AM",
      "11/22 12 AM",
      "11/23 12 AM",
      "11/24 12 AM",
    ]);
    expect(labels(5.5 * DAY_MS)).toEqual(["11/20", "11/21", "11/22", "11/23", "11/24"]);
    expect(labels(366 * DAY_MS)).toEqual(["1/1/27", "4/1/27", "7/1/27", "10/1/27"]);
  });

  it("shows seconds where only they differ, and the Spanish habit", () => {
    expect(labels(2 * MINUTE_MS)).toContain("6:00:30 AM");
    expect(labels(8 * HOUR_MS, "es").slice(0, 2)).toEqual(["6:00", "8:00"]);
    expect(labels(120 * HOUR_MS, "es")[0]).toBe("20/11 0:00");
  });

  it("keeps to the zone's clock over a change of it", () => {
    // Clocks went back on November 1, 2026, at 2 AM.
    const view = { startMs: at("2026-10-30T05:00:00Z"), endMs: at("2026-11-04T06:00:00Z") };
    expect(timeTicks(view, CHICAGO, 6).map((timeMs) => new Date(timeMs).toISOString())).toEqual([
      "2026-10-30T05:00:00.000Z",
      "2026-10-31T05:00:00.000Z",
      "2026-11-01T05:00:00.000Z",
      "2026-11-02T06:00:00.000Z",
      "2026-11-03T06:00:00.000Z",
      "2026-11-04T06:00:00.000Z",
    ]);
  });

  it("marks a week more than once where there is room for two dates", () => {
    const week = { startMs: at("2026-11-16T13:45:00Z"), endMs: at("2026-11-23T13:45:00Z") };
    for (const room of [2, 3]) expect(timeTicks(week, CHICAGO, room).length).toBeGreaterThan(1);
  });

  it("never has more ticks than room, and all within the view, ascending", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2e12 }),
        fc.integer({ min: 1, max: 1e11 }),
        fc.integer({ min: 1, max: 20 }),
        (startMs, spanMs, room) => {
          const ticks = timeTicks({ startMs, endMs: startMs + spanMs }, CHICAGO, room);
          expect(ticks.length).toBeLessThanOrEqual(room + 2);
          expect(ticks.every((each) => each >= startMs && each <= startMs + spanMs)).toBe(true);
          expect(ticks.every((each, index) => index === 0 || each > ticks[index - 1]!)).toBe(true);
        },
      ),
    );
  });
});

describe("an axis of values", () => {
  it("has round ticks and starts at 0 where 0 is near or asked for", () => {
    expect(valueAxis(0, 97, { most: 5 })).toMatchObject({
      low: 0,
      ticks: [0, 25, 50, 75, 100],
      decimals: 0,
    });
    expect(valueAxis(90, 97, { most: 4 }).low).toBeGreaterThan(80);
    expect(valueAxis(90, 97, { most: 4, fromZero: true }).low).toBe(0);
    expect(valueAxis(0.011, 0.012, { most: 4 }).decimals).toBe(4);
    // How far a machine that made nothing could go, and where there is nothing, no axis knows.
    for (const fromZero of [true, false])
      expect(valueAxis(0, 0, { most: 5, fromZero })).toMatchObject({ low: 0, ticks: [0] });
    expect(valueAxis(Infinity, -Infinity, { most: 5 }).ticks).toEqual([]);
    expect(valueAxis(-3, -3, { most: 5 }).low).toBeLessThan(-3);
  });

  it("has two numbers besides 0 where they have room, in a low chart too", () => {
    const ticks = (high: number, closest = 5) =>
      valueAxis(0, high, { most: 2, closest, fromZero: true }).ticks;
    expect(ticks(80_000)).toEqual([0, 25_000, 50_000, 75_000]);
    expect(ticks(180)).toEqual([0, 50, 100, 150]);
    expect(ticks(190)).toEqual([0, 100, 200]);
    // No room: they would touch.
    expect(ticks(80_000, 2)).toEqual([0, 50_000]);
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (high) => {
        expect(ticks(high).length).toBeGreaterThan(2);
        expect(ticks(high).length).toBeLessThan(6);
      }),
    );
  });

  it("holds what is drawn, a single value and nothing at all too", () => {
    const number = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(number, number, fc.integer({ min: 2, max: 12 }), (a, b, most) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const axis = valueAxis(low, high, { most });
        expect(axis.high).toBeGreaterThan(axis.low);
        expect(axis.low).toBeLessThanOrEqual(low);
        expect(axis.high).toBeGreaterThanOrEqual(high);
        expect(axis.ticks.length).toBeLessThanOrEqual(most + 1);
      }),
    );
  });
});

describe("a line at the screen's fineness", () => {
  const points = Array.from({ length: 10_000 }, (_, index) =>
    point(index * 10, index === 6_543 ? 999 : index % 7),
  );
  const view = { startMs: 0, endMs: 100_000 };

  it("costs a column per pixel and loses no spike", () => {
    const runs = reduceLine(points, view, { width: 500, joinMs: 60_000 });
    expect(runs.length).toBe(1);
    expect(runs[0]!.length).toBeLessThanOrEqual(501);
    expect(Math.max(...runs[0]!.map(({ high }) => high))).toBe(999);
    expect([runs[0]![0]!.first, runs[0]!.at(-1)!.last]).toEqual([0, 9_999 % 7]);
  });

  it("keeps each point where there is room, and one beyond either edge", () => {
    const near = reduceLine(points, { startMs: 505, endMs: 555 }, { width: 500, joinMs: 60_000 });
    expect(near[0]!.map(({ x }) => x)).toEqual([-50, 50, 150, 250, 350, 450, 550]);
  });

  it("breaks at a gap and where points are too far apart", () => {
    const gaps = [point(0, 1), point(10, 2), point(20, null), point(30, 3), point(500, 4)];
    expect(
      reduceLine(gaps, { startMs: 0, endMs: 600 }, { width: 600, joinMs: 100 }).map((run) =>
        run.map(({ first }) => first),
      ),
    ).toEqual([[1, 2], [3], [4]]);
  });
});

describe("marks", () => {
  const marks = (times: number[]) => times.map((timeMs) => ({ timeMs }));
  it("that would overlap are one, in their order", () => {
    const clusters = clusterMarks(marks([50, 0, 10, 30]), (timeMs) => timeMs, 24);
    expect(clusters.map(({ marks: held }) => held.map(({ timeMs }) => timeMs))).toEqual([
      [0, 10],
      [30, 50],
    ]);
  });

  it("never overlap once gathered", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 })), (times) => {
        const clusters = clusterMarks(marks(times), (timeMs) => timeMs, 24);
        expect(clusters.flatMap(({ marks: held }) => held).length).toBe(times.length);
        clusters
          .slice(1)
          .forEach(({ x }, index) => expect(x - clusters[index]!.x).toBeGreaterThanOrEqual(24));
      }),
    );
  });

  it("count to 9, then 9+", () => {
    expect([2, 9, 10, 120].map(countText)).toEqual(["2", "9", "9+", "9+"]);
  });
});

describe("zoom", () => {
  const whole = { startMs: 0, endMs: 100_000 };
  it("keeps what is under the pointer, stays in the range, and ends at a second", () => {
    expect(zoomAround(whole, whole, { atMs: 25_000, factor: 0.5 })).toEqual({
      startMs: 12_500,
      endMs: 62_500,
    });
    expect(zoomAround({ startMs: 0, endMs: 50_000 }, whole, { atMs: 0, factor: 4 })).toBeNull();
    expect(zoomAround({ startMs: 0, endMs: 1_000 }, whole, { atMs: 500, factor: 0.1 })).toEqual({
      startMs: 0,
      endMs: 1_000,
    });
    expect(panBy({ startMs: 80_000, endMs: 90_000 }, whole, 50_000)).toEqual({
      startMs: 90_000,
      endMs: 100_000,
    });
    expect(clampView(whole, whole)).toBeNull();
  });

  it("by two fingers keeps the times under them", () => {
    const view = pinchView(whole, whole, { from: [100, 300], to: [0, 400], width: 400 })!;
    expect(view).toEqual({ startMs: 25_000, endMs: 75_000 });
  });
});

describe("reading a chart", () => {
  const points = [point(0, 1), point(100, 2), point(200, null), point(300, 4)];
  it("takes a line's nearest point, and of steps the one that holds", () => {
    const of = (shape: "line" | "steps", timeMs: number) =>
      pointAt({ points, shape, joinMs: 150 }, timeMs)?.timeMs ?? null;
    expect([of("line", 60), of("line", 40), of("line", 900)]).toEqual([100, 0, null]);
    expect([of("steps", 99), of("steps", 100), of("steps", 460)]).toEqual([0, 100, null]);
  });

  it("stops at every time once", () => {
    const stops = stopsOf([line({ points }), line({ points: points.slice(1) })], {
      startMs: 50,
      endMs: 300,
    });
    expect(stops).toEqual([100, 200]);
    expect([-5, 149, 151, 900].map((timeMs) => nearestIndex(stops, timeMs))).toEqual([0, 0, 1, 1]);
  });
});

describe("an axis of values and what is expected of them", () => {
  const axis = (values: number[], lower: number, upper: number) => {
    const drawn = reduceLine(
      values.map((value, index) => ({ ...point(index * 1_000, value), lower, upper })),
      { startMs: 0, endMs: values.length * 1_000 },
      { width: 800, joinMs: 60_000 },
    );
    return withBands(extentOf(drawn)!, drawn);
  };
  it("holds a band near the values, and of a wide one so much that the values stay readable", () => {
    expect(axis([100, 200], 90, 240)).toEqual([90, 240]);
    expect(axis([100, 200], -1_000, 3_000)).toEqual([50, 250]);
    expect(axis([100, 200], 120, 180)).toEqual([100, 200]);
    expect(axis([100, 100], -1_000, 3_000)).toEqual([-1_000, 3_000]);
  });
});

describe("panels", () => {
  it("hold the lines of one unit; codes and lines without a unit stand alone, texts in lanes", () => {
    const series = [
      line(),
      line({ key: "b", unit: "A" }),
      line({ key: "c" }),
      line({ key: "d", unit: null }),
      line({ key: "e", unit: null }),
      line({ key: "f", shape: "steps", unit: null, codes: [0, 1] }),
      line({ key: "g", shape: "spans", unit: null }),
      line({ key: "d:before", unit: null, isCompared: true }),
    ];
    expect(panelsOf(series).map((panel) => panel.series)).toEqual([[0, 2], [1], [3, 7], [4], [5]]);
    // A legend shows each as it is drawn: whole, or dashed where another one of its panel is before it.
    expect(dashesOf(series).map((dash) => dash.length > 0)).toEqual([
      ...[false, false, true, false, false, false, false, true],
    ]);
    expect(dashesOf(series)[7]).not.toEqual(dashesOf(series)[2]);
    const flags = { hasMarks: true, hasStates: true, hasSpans: true };
    const layout = layOut(series, { width: 800, left: 60, ...flags });
    const tops = [
      ...layout.panels.map(({ top }) => top),
      layout.lanes[0]!.top,
      layout.stateTop!,
      layout.spansTop!,
      layout.axisTop,
    ];
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(
      layOut(series.slice(0, 1), {
        width: 300,
        height: 160,
        left: 40,
        hasMarks: false,
        hasStates: false,
        hasSpans: false,
      }).axisTop,
    ).toBe(138);
  });
});

describe("files of a chart", () => {
  it("are what is shown, with the zone's offset, and run no formula", () => {
    const start = at("2026-11-19T12:00:00Z");
    const series = [
      line({ points: [{ ...point(start, 1.5), min: 1, max: 2 }, point(start + 500, null)] }),
      line({
        key: "order, no",
        shape: "spans",
        points: [point(start, '=1+"1"'), point(start + 9e9, "x")],
      }),
    ];
    expect(
      chartCsv(series, { startMs: start, endMs: start + 1000 }, CHICAGO).split("\r\n"),
    ).toEqual([
      'time,a,a_min,a_max,a_lower,a_upper,a_ad_flag,"order, no"',
      `2026-11-19T06:00:00-06:00,1.5,1,2,,,false,"'=1+""1"""`,
      "2026-11-19T06:00:00.500-06:00,,,,,,false,",
      "",
    ]);
    const codes = line({
      key: "state",
      shape: "steps",
      codes: [0, 1],
      text: (place) => ["Idle", "Full"][Number(place)]!,
      points: [point(start, 1), point(start + 500, null)],
    });
    expect(chartCsv([codes], { startMs: start, endMs: start + 1000 }, "UTC").split("\r\n")).toEqual(
      ["time,state", "2026-11-19T12:00:00+00:00,Full", "2026-11-19T12:00:00.500+00:00,", ""],
    );
    expect(fileName("Máquina 1: ../speed")).toBe("Maquina-1-..-speed");
  });
});

it("a legend tells the newest value of what is shown, and none where nothing held in it", () => {
  const point = (minute: number, value: number | null): ChartPoint => ({
    ...{ timeMs: minute * MINUTE_MS, value, min: value, max: value },
    ...{ lower: null, upper: null, isAbnormal: false },
  });
  const series = line({ points: [point(0, 1), point(1, 2), point(2, null), point(90, 9)] });
  const read = (fromMinute: number, toMinute: number) =>
    readPoint(series, null, { startMs: fromMinute * MINUTE_MS, endMs: toMinute * MINUTE_MS })
      ?.value;
  expect(read(0, 100)).toBe(9);
  expect(read(0, 30)).toBe(2);
  expect(read(1.5, 30)).toBe(2);
  expect(read(30, 60)).toBeUndefined();
  expect(readPoint(series, 0, { startMs: 0, endMs: MINUTE_MS })?.value).toBe(1);
});

it("marks of little are faint points, and the more was abnormal the larger and fuller they are", () => {
  const marks = [0.001, LEAST_SHARE, 0.3, 0.7, 1].map(markOf);
  for (const [at, { size, alpha }] of marks.entries()) {
    const before = marks[at - 1];
    if (!before) continue;
    expect(size).toBeGreaterThanOrEqual(before.size);
    expect(alpha).toBeGreaterThan(before.alpha);
  }
  expect(marks[0]!.alpha).toBeLessThan(0.5);
  expect(marks.at(-1)).toEqual({ size: 4, alpha: 1 });
});

it("nothing held in a view that lies in a silence, or where every value is missing", () => {
  const points = [point(0, 1), point(60_000, 2), point(120_000, null), point(600_000, 3)];
  const series = line({ points, joinMs: 90_000 });
  const isEmpty = (startMs: number, endMs: number) => isEmptyIn(series, { startMs, endMs });
  expect(isEmpty(10_000, 20_000)).toBe(false);
  expect(isEmpty(100_000, 110_000)).toBe(false);
  expect(isEmpty(120_000, 500_000)).toBe(true);
  expect(isEmpty(590_000, 601_000)).toBe(false);
  expect(isEmpty(690_000, 700_000)).toBe(true);
});
