import { expect, it } from "vitest";
import { equationOf, FITS, shortNumber } from "./equation.ts";
import type { Fit } from "#app/domain/regressions/types.ts";

it("is written in four digits and the axes' units", () => {
  const x = [0, 1, 2, 3, 4, 5, 6];
  const of = (kind: keyof typeof FITS, y: number[]) =>
    equationOf(kind, FITS[kind](x, y) as Fit, { low: 0, high: 6 });
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
  expect([0.00012345, 1234567, -0.5, 0].map((value) => shortNumber(value))).toEqual([
    "1.234 × 10⁻⁴",
    "1.235 × 10⁶",
    "−0.5",
    "0",
  ]);
});

it("has as many digits as it takes to give the line back, far from 0 too", () => {
  const x = Array.from({ length: 120 }, (_, index) => 150 + index * 0.8);
  const lines = {
    polynomial: x.map((each, index) => 60 * each + 400 * Math.sin(each / 9) + (index % 7)),
    linear: x.map((each) => 1e9 + 0.001 * each),
    exponential: x.map((each) => 3 * Math.exp(0.04 * each)),
  };
  for (const kind of ["polynomial", "linear", "exponential"] as const) {
    const fit = FITS[kind](x, lines[kind]) as Fit;
    const valueAt = evaluated(equationOf(kind, fit, { low: x[0]!, high: x.at(-1)! }));
    const line = x.map(fit.predict);
    const height = Math.max(...line) - Math.min(...line);
    x.forEach((each, index) =>
      expect(Math.abs(valueAt(each) - line[index]!), kind).toBeLessThan(0.002 * height),
    );
  }
});

/** An equation as somebody reads it, term by term. */
function evaluated(equation: string): (x: number) => number {
  const plain = equation
    .replace("y = ", "")
    .replaceAll("−", "-")
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+/g, (power) =>
      [...power].map((each) => (each === "⁻" ? "-" : "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(each))).join(""),
    )
    .replace(/ × 10(-?\d+)/g, "e$1");
  const grown = /^(.+)·e\^\((.+)·x\)$/.exec(plain);
  if (grown !== null) return (x) => Number(grown[1]) * Math.exp(Number(grown[2]) * x);
  const terms = plain.replaceAll("- ", "-").replaceAll("+ ", "").split(" ");
  return (x) =>
    terms.reduce((sum, term) => {
      const [size, power] = term.split("·x");
      return sum + Number(size) * (power === undefined ? 1 : x ** Number(power || 1));
    }, 0);
}
