import { describe, expect, it } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";
import { heardFlags, withUsual } from "./heard-flags.ts";

type Pairs = readonly (readonly [timeMs: number, value: number])[];
const numbers = (pairs: Pairs) => ({
  times: Float64Array.from(pairs, ([timeMs]) => timeMs),
  values: Float64Array.from(pairs, ([, value]) => value),
});
const pairs = ({ times, values }: { times: Float64Array; values: Float64Array }): Pairs =>
  Array.from(times, (timeMs, at) => [timeMs, values[at]!] as const);
const heard = (
  by: "any" | "uts" | "threshold",
  flags: Record<"any" | "uts" | "threshold", Pairs>,
) =>
  pairs(
    heardFlags(by, {
      any: numbers(flags.any),
      uts: numbers(flags.uts),
      threshold: numbers(flags.threshold),
    }),
  );

describe("what an anomaly alarm heard", () => {
  const judged = {
    any: [
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 0],
    ],
    uts: [
      [1, 1],
      [2, 0],
    ],
    threshold: [
      [2, 1],
      [3, 1],
      [4, 0],
    ],
  } as const;

  it("is its detection's flag where the detections made it", () => {
    expect(heard("any", judged)).toEqual(judged.any);
    expect(heard("uts", judged)).toEqual(judged.uts);
    expect(heard("threshold", judged)).toEqual(judged.threshold);
  });

  it("is the sampler's flag in an hour in which it sent one", () => {
    const own = [
      [HOUR_MS + 1, 1],
      [HOUR_MS + 5, 0],
    ] as const;
    const flags = { ...judged, any: [...judged.any, ...own] };
    expect(heard("uts", flags)).toEqual([...judged.uts, ...own]);
    const both = { ...flags, threshold: [...judged.threshold, [HOUR_MS + 1, 1] as const] };
    expect(heard("uts", both)).toEqual([...judged.uts, ...own]);
    const other = judged.any.map(([timeMs, value]) => [timeMs, timeMs === 2 ? 0 : value] as const);
    expect(heard("uts", { ...judged, any: other })).toEqual(other);
  });
});

describe("flags with usual samples", () => {
  it("go on after the one that says that it is usual again, and not before", () => {
    const flags = [
      [2, 1],
      [4, 1],
      [6, 0],
      [9, 1],
    ] as const;
    const tag = Float64Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const hours = (isKnown: boolean) => [
      { startMs: 0, endMs: 8, isKnown: true },
      { startMs: 8, endMs: 16, isKnown },
    ];
    expect(pairs(withUsual(numbers(flags), tag, hours(true)))).toEqual([
      ...flags.slice(0, 3),
      [7, 0],
      [8, 0],
      [9, 1],
    ]);
    expect(pairs(withUsual(numbers(flags), new Float64Array(), hours(true)))).toEqual(flags);
    // Nothing judged the second hour: its samples do not say that anything is usual.
    expect(pairs(withUsual(numbers(flags), tag, hours(false)))).toEqual([
      ...flags.slice(0, 3),
      [7, 0],
      [9, 1],
    ]);
  });
});
