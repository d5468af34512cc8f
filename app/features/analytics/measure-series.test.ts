import { expect, it } from "vitest";
import {
  fedAllTheWhile,
  pairPoints,
  toChartSeries,
  toXySeries,
  withFiner,
  type TelemetryPoint,
} from "./measure-series.ts";

const words = {
  title: (metric: string) => `T ${metric}`,
  unit: () => "u",
  value: (metric: string, value: number | string | null) => `${metric}=${value}`,
};
const START = Date.UTC(2026, 10, 19);
const asked = { startMs: START, endMs: START + 600_000, datapoints: 10 };
const point = (minute: number, value: TelemetryPoint["value"]): TelemetryPoint => ({
  time: new Date(START + minute * 60_000).toISOString(),
  value,
  min: typeof value === "number" ? value - 1 : null,
  max: typeof value === "number" ? value + 1 : null,
  count: 1,
  upper: 9,
  lower: 2,
  ad_flag: minute === 1,
});
const make = (metric: string, points: TelemetryPoint[]) =>
  toChartSeries(metric, points, asked, words);

it("draws numbers as a line with bands, gaps and marks", () => {
  const speed = make("machine_speed", [point(0, 5), point(1, 7), point(2, null)]);
  expect(speed).toMatchObject({ shape: "line", unit: "u", joinMs: 90_000 });
  expect(speed.points[1]).toMatchObject({
    value: 7,
    min: 6,
    max: 8,
    lower: 2,
    upper: 9,
    isAbnormal: true,
  });
  expect(speed.points[2]!.value).toBeNull();
});

it("says of each mean until when it counts, by the bucket's own end where that is told", () => {
  const end = new Date(START + 90_000).toISOString();
  const speed = make("machine_speed", [point(0, 5), { ...point(1, 7), end }]);
  expect(speed.points.map(({ ends }) => ends)).toEqual([START + 60_000, START + 90_000]);
});

it("draws codes as steps with their words, however far apart the codes are", () => {
  const print = make("print_1_status", [point(0, 16), point(1, 512)]);
  expect(print).toMatchObject({ shape: "steps", unit: null, codes: [0, 1, 2, 3, 4, 5] });
  expect(print.points.map(({ value }) => value)).toEqual([0, 5]);
  expect(print.codes!.map((code) => print.text(code))).toContain("print_1_status=512");
  expect(
    make("jam_detected", [point(0, 0.7), point(1, 0.2)]).points.map(({ value }) => value),
  ).toEqual([1, 0]);
});

it("takes codes by their own numbers in an XY plot", () => {
  const print = toXySeries("print_1_status", [point(0, 16), point(1, 512)], asked, words);
  expect(print.points.map(({ value }) => value)).toEqual([16, 512]);
  expect(print.text(512)).toBe("print_1_status=512");
});

it("draws texts as spans, and a fraction as percent", () => {
  expect(make("kiwiplan_order_number", [point(0, "A-17")])).toMatchObject({ shape: "spans" });
  const share = make("operating_productivity", [point(0, 0.5)]);
  expect(share.points[0]!.value).toBe(50);
  expect(share.text(50)).toBe("operating_productivity=0.5");
});

it("puts the finer points in the place of the coarse ones", () => {
  const coarse = make(
    "machine_speed",
    [0, 2, 4, 6].map((minute) => point(minute, minute)),
  );
  const finer = make(
    "machine_speed",
    [2, 2.5, 3, 3.5].map((minute) => point(minute, 100)),
  );
  const both = withFiner(coarse, finer, { startMs: START + 120_000, endMs: START + 240_000 });
  expect(both.points.map(({ value }) => value)).toEqual([0, 100, 100, 100, 100, 4, 6]);
  expect(withFiner(coarse, undefined, asked)).toBe(coarse);
});

it("pairs two measures by bucket and leaves out where one has no value", () => {
  const x = make("a", [point(0, 3), point(1, 1), point(2, null), point(3, 4)]).points;
  const y = make("b", [point(0, 30), point(1.5, 10), point(2, 20)]).points;
  expect(pairPoints([x, y], asked).map(({ x: a, y: b }) => [a, b])).toEqual([
    [1, 10],
    [3, 30],
  ]);
  expect(pairPoints([x, y], asked, (timeMs) => timeMs > START).length).toBe(1);
});

it("keeps what was fed all the while: a stop that began before the bucket counts, too", () => {
  const feeding = (minute: number, value: number | null, min: number | null) => ({
    ...point(minute, value),
    min,
    max: 1,
  });
  const isFed = fedAllTheWhile(
    [
      feeding(0, 1, 1),
      // Its only samples say 1, but it stood still for the first half of the bucket.
      feeding(1, 0.5, 1),
      feeding(2, 0.9, 0),
      feeding(3, null, null),
      // Two parts of one bucket.
      feeding(4, 1, 1),
      feeding(4.5, 0.8, 1),
    ],
    asked,
  );
  const minutes = [0, 1, 2, 3, 4, 5];
  expect(minutes.map((minute) => isFed(START + minute * 60_000))).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
