import { describe, expect, it } from "vitest";
import { createRandom } from "#simulator/random.ts";
import { brier, calibration } from "./scores.ts";
import { chanceOf, fitLogistic } from "./logistic.ts";

describe("logistic regression", () => {
  it("finds the chances of two groups", () => {
    const rows = Array.from({ length: 400 }, (_, index) => [index % 2]);
    const labels = rows.map(([group], index) => (group === 1 ? index % 8 !== 1 : index % 8 === 0));
    const model = fitLogistic(rows, labels, 1e-6);
    expect(chanceOf(model, [1])).toBeCloseTo(0.75, 4);
    expect(chanceOf(model, [0])).toBeCloseTo(0.25, 4);
  });

  it("finds the weights that made the outcomes, whatever the scale of a feature", () => {
    const random = createRandom(7);
    const rows = Array.from({ length: 20_000 }, () => [
      random.between(-1, 1),
      1000 * random.between(-1, 1),
      random.between(-1, 1),
    ]);
    const labels = rows.map(([a, b]) =>
      random.chance(1 / (1 + Math.exp(-(0.5 + 2 * a! - 0.001 * b!)))),
    );
    const { weights, scales } = fitLogistic(rows, labels, 1);
    const found = weights.slice(1).map((weight, index) => weight / scales[index]!);
    expect(Math.abs(found[0]! - 2)).toBeLessThan(0.15);
    expect(Math.abs(found[1]! * 1000 + 1)).toBeLessThan(0.15);
    expect(Math.abs(found[2]!)).toBeLessThan(0.15);
  });

  it("is mean-true, and a heavy penalty leaves the plain rate", () => {
    const rows = Array.from({ length: 300 }, (_, index) => [index, index % 7]);
    const labels = rows.map((_, index) => index % 3 === 0);
    const mean = (ridge: number) => {
      const model = fitLogistic(rows, labels, ridge);
      return rows.reduce((sum, row) => sum + chanceOf(model, row), 0) / rows.length;
    };
    expect(mean(1)).toBeCloseTo(1 / 3, 6);
    expect(chanceOf(fitLogistic(rows, labels, 1e9), [299, 6])).toBeCloseTo(1 / 3, 4);
  });

  it("takes an unknown feature for its mean, a constant one for nothing, and stays finite on a clean split", () => {
    const rows = Array.from({ length: 100 }, (_, index) => [
      index < 50 ? -1 : 1,
      5,
      index === 3 ? NaN : 0.5,
    ]);
    const model = fitLogistic(
      rows,
      rows.map(([side]) => side === 1),
      1,
    );
    expect(chanceOf(model, [NaN, 5, 0.5])).toBeCloseTo(chanceOf(model, [0, 5, 0.5]), 9);
    expect(model.weights[2]).toBe(0);
    expect(model.weights.every(Number.isFinite)).toBe(true);
    expect(chanceOf(model, [1, 5, 0.5])).toBeGreaterThan(0.9);
  });

  it("refuses examples of one outcome", () => {
    expect(() => fitLogistic([[1], [2]], [true, true], 1)).toThrow("both outcomes");
    expect(() => fitLogistic([], [], 1)).toThrow(RangeError);
  });
});

describe("the scores", () => {
  it("Brier is the mean squared distance", () => {
    expect(
      brier([
        { chance: 0.8, isDown: true },
        { chance: 0.4, isDown: false },
      ]),
    ).toBeCloseTo((0.04 + 0.16) / 2);
  });

  it("calibration sets what was told beside what happened", () => {
    const judged = [0.11, 0.19, 0.15, 0.95, 1].map((chance, index) => ({
      chance,
      isDown: index > 1,
    }));
    expect(
      calibration(judged).map(({ from, count, happened }) => [
        from,
        count,
        Math.round(happened * 100),
      ]),
    ).toEqual([
      [0.1, 3, 33],
      [0.9, 2, 100],
    ]);
    expect(calibration(judged)[0]!.told).toBeCloseTo(0.15);
  });
});
