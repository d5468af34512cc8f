import fc from "fast-check";
import { expect, it } from "vitest";
import type { SeriesPoint } from "#app/domain/series/types.ts";
import { toDevicesJson, toPointsJson, writeDevices, writePoints } from "./series-json.ts";

const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, 1e21, 1e-7, Number.NaN, Infinity),
);
const bound = fc.option(number);
const point: fc.Arbitrary<SeriesPoint> = fc.record({
  timeMs: fc.integer({ min: 0, max: 4e12 }),
  value: fc.option(
    fc.oneof(number, fc.string({ unit: "binary" }), fc.constantFrom('"', "\\", "\u2028", "\ud800")),
  ),
  min: bound,
  max: bound,
  count: fc.nat(),
  upper: bound,
  lower: bound,
  adFlag: fc.option(fc.boolean()),
});
const sample = fc
  .tuple(point, number)
  .map(([each, value]): SeriesPoint => ({ ...each, value, min: value, max: value }));
const cut = fc
  .tuple(point, fc.integer({ min: 0, max: 4e12 }))
  .map(([each, endMs]): SeriesPoint => ({ ...each, endMs }));
const partly = fc
  .tuple(point, fc.double({ min: 0.001, max: 0.999, noNaN: true }))
  .map(([each, adShare]): SeriesPoint => ({ ...each, adFlag: true, adShare }));
const series = fc.dictionary(
  fc.oneof(fc.string(), fc.constantFrom('a"b', "__proto__", "7")),
  fc.array(fc.oneof(point, sample, cut, partly)),
  { noNullPrototype: true },
);

it("writes the text that JSON.stringify would", () => {
  fc.assert(
    fc.property(series, (points) => {
      expect([...writePoints(points)].join("")).toBe(JSON.stringify(toPointsJson(points)));
    }),
    { numRuns: 500 },
  );
});

it("writes the text that JSON.stringify would, of several machines", () => {
  const devices = fc.array(
    fc.record({ deviceId: fc.nat(), points: fc.array(fc.oneof(point, cut)) }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), devices)), (metrics) => {
      const byMetric = new Map(metrics.filter(([metric]) => Number.isNaN(Number(metric))));
      expect([...writeDevices(byMetric)].join("")).toBe(JSON.stringify(toDevicesJson(byMetric)));
    }),
    { numRuns: 200 },
  );
});

it("writes no more than a thousand points at once", () => {
  const many = Array.from({ length: 2_500 }, (_, timeMs): SeriesPoint => {
    const none = { value: null, min: null, max: null, upper: null, lower: null, adFlag: null };
    return { ...none, timeMs, count: 0 };
  });
  const pointsIn = (text: string): number => text.split('"time"').length - 1;
  const series = [...writePoints({ a: many, b: many })];
  expect(Math.max(...series.map(pointsIn))).toBe(1_000);
  const devices = [...writeDevices(new Map([["a", [{ deviceId: 1, points: many }]]]))];
  expect(Math.max(...devices.map(pointsIn))).toBe(1_000);
});
