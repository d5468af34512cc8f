import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HeldMean } from "./held.ts";
import { ExactSum } from "./exact-sum.ts";

const sum = (values: number[]): number => {
  const exact = new ExactSum();
  for (const value of values) exact.add(value);
  return exact.value();
};

const mean = (values: number[]): number | null => {
  const exact = new HeldMean();
  for (const value of values) exact.add(value, 700);
  return exact.mean();
};

describe("an exact sum", () => {
  it.each([
    [[], 0],
    [[0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1], 1],
    [[1e100, 1, -1e100], 1],
    [[1e16, 1, 1e-16], 10000000000000002],
    [[2 ** 53, 1, -1], 2 ** 53],
    [[2 ** 53, 1, 2 ** -60], 2 ** 53 + 2],
    [[2 ** 53, 1, -(2 ** -60)], 2 ** 53],
    [[-(2 ** 53), -1, -(2 ** -60)], -(2 ** 53) - 2],
  ])("of %j is %d", (values, expected) => {
    expect(sum(values)).toBe(expected);
  });

  it("is the true sum, rounded once, in any order", () => {
    // Multiples of 2^-20 below 2^20 are summed exactly by BigInt.
    const value = fc.integer({ min: -(2 ** 40), max: 2 ** 40 });
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 50 }),
        fc.array(value, { maxLength: 5 }),
        (small, large) => {
          const units = [...small.map(BigInt), ...large.map((n) => BigInt(n) << 60n)];
          const values = [...small.map((n) => n / 2 ** 20), ...large.map((n) => n * 2 ** 40)];
          const expected = Number(units.reduce((a, b) => a + b, 0n)) / 2 ** 20;
          expect(sum(values) + 0).toBe(expected);
          expect(sum(values.reverse()) + 0).toBe(expected);
        },
      ),
    );
  });
});

describe("an exact mean", () => {
  it("of values that cancel each other is right to the last bit, in any order", () => {
    const values = [1e15 + 0.5, -1e15, 3.3];
    for (const [a, b, c] of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ] as const) {
      const mean = new HeldMean();
      for (const index of [a, b, c]) mean.add(values[index] as number, 60_000);
      // 3.8 thirds: 3.3 counts as the decimal that it stands for.
      expect(mean.mean()).toBe(38 / 30);
    }
    const tiny = new HeldMean();
    for (const value of [5e-324, 5e-324, 1e-310, -1e-310, 3, -3]) tiny.add(value, 1);
    expect(tiny.area().rest).toBe(1e-323);
    expect(tiny.mean()).toBe(1e-323 / 6);
  });

  it("of equal values is the value", () => {
    for (const value of [0.1, 1 / 3, 1e308, -5e-324])
      expect(mean([value, value, value])).toBe(value);
  });

  it("does not overflow", () => {
    expect(mean([1.7e308, 1.5e308])).toBe(1.6e308);
    expect(mean([1.7e308, -1.7e308, 3])).toBe(1);
    expect(mean([Number.MAX_VALUE, Number.MAX_VALUE])).toBe(Number.MAX_VALUE);
  });

  it("is null without values", () => {
    expect(mean([])).toBeNull();
  });
});
