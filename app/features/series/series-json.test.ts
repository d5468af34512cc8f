import fc from "fast-check";
import { expect, it } from "vitest";
import type { SeriesPoint } from "#app/domain/series/types.ts";
import { toPointsJson, writePoints } from "./series-json.ts";

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
      expect(writePoints(points)).toBe(JSON.stringify(toPointsJson(points)));
    }),
    { numRuns: 500 },
  );
});
