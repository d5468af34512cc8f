import { expect, it } from "vitest";
import { equationOf, FITS, shortNumber } from "./equation.ts";
import type { Fit } from "#app/domain/regressions/types.ts";

it("is written in four digits and the axes' units", () => {
  const x = [0, 1, 2, 3, 4, 5, 6];
  const of = (kind: keyof typeof FITS, y: number[]) => equationOf(kind, FITS[kind](x, y) as Fit, 3);
  expect(
    of(
      "linear",
      x.map((each) => 3 - 0.8 * each),
    ),
  ).toBe("y = 3 − 0.8·x");
  expect(
    of(
      "theil_sen",
      x.map((each) => -3 + 2 * each),
    ),
  ).toBe("y = −3 + 2·x");
  expect(
    of(
      "exponential",
      x.map((each) => 2 * Math.exp(0.5 * each)),
    ),
  ).toBe("y = 2·e^(0.5·x)");
  expect(
    of(
      "polynomial",
      x.map((each) => each ** 5 + 1),
    ),
  ).toMatch(/^y = 1 .* \+ 1·x⁵$/);
  expect([0.00012345, 1234567, -0.5, 0].map(shortNumber)).toEqual([
    "1.234 × 10⁻⁴",
    "1.235 × 10⁶",
    "−0.5",
    "0",
  ]);
});
