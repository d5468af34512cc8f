import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exponential } from "./exponential.ts";
import { linear, linearThroughOrigin } from "./linear.ts";
import { NO_INT_1, NO_INT_2, NORRIS, PONTIUS, WAMPLER } from "./nist-data.ts";
import { polynomial } from "./polynomial.ts";
import { MOST_EXACT_POINTS, SAMPLED_PAIRS, theilSen, type TheilSenFit } from "./theil-sen.ts";
import type { Fit, NoFit } from "./types.ts";

const FITS = { linear, linearThroughOrigin, polynomial, exponential, theilSen };

/** Digits that agree: −log10 of the relative error, 15 at most, as NIST counts them. */
const digits = (found: number, certified: number): number =>
  found === certified ? 15 : Math.min(15, -Math.log10(Math.abs((found - certified) / certified)));

function fitted<Found extends Fit>(found: Found | NoFit): Found {
  if (found.parameters === null) throw new Error(found.reason);
  return found;
}

describe("held to NIST's certified values", () => {
  it.each([
    ["Norris", linear(NORRIS.x, NORRIS.y), NORRIS, 13],
    ["Pontius", polynomial(PONTIUS.x, PONTIUS.y, 2), PONTIUS, 12],
    ["NoInt1", linearThroughOrigin(NO_INT_1.x, NO_INT_1.y), NO_INT_1, 14],
    ["NoInt2", linearThroughOrigin(NO_INT_2.x, NO_INT_2.y), NO_INT_2, 14],
    ...WAMPLER.map(
      (set, index) => [`Wampler${index + 1}`, polynomial(set.x, set.y), set, 13] as const,
    ),
  ] as const)("%s", (_name, fit, { certified, r2 }, least) => {
    const { parameters, r2: found } = fitted(fit as Fit | NoFit);
    expect(parameters.length).toBe(certified.length);
    parameters.forEach((each, index) =>
      expect(digits(each, certified[index]!)).toBeGreaterThanOrEqual(least),
    );
    expect(digits(found, r2)).toBeGreaterThanOrEqual(12);
  });
});

describe("Theil–Sen", () => {
  it("is Sen's own example: slope 4, intercept 6", () => {
    const found = theilSen([1, 2, 3, 4, 10, 12, 18], [9, 15, 19, 20, 45, 55, 78]);
    expect(found).toMatchObject({ parameters: [6, 4], method: "exact", pairs: 21, mad: 1 });
  });

  it("is the median of all pairs' slopes, as counted the slow way", () => {
    const small = fc.integer({ min: -50, max: 50 });
    fc.assert(
      fc.property(fc.array(fc.tuple(small, small), { minLength: 2, maxLength: 40 }), (points) => {
        const [x, y] = [points.map(([each]) => each), points.map(([, each]) => each)];
        const found = theilSen(x, y);
        if (found.parameters === null) {
          expect(found.reason).toBe("all_equal");
          return;
        }
        const slopes = points
          .flatMap(([x1, y1], i) =>
            points.slice(i + 1).flatMap(([x2, y2]) => (x1 === x2 ? [] : [(y2 - y1) / (x2 - x1)])),
          )
          .sort((a, b) => a - b);
        const middle = (values: number[]) =>
          (values[(values.length - 1) >> 1]! + values[values.length >> 1]!) / 2;
        expect(found.parameters[1]).toBeCloseTo(middle(slopes), 12);
      }),
    );
  });

  it("is not moved by one wild value", () => {
    const x = Array.from({ length: 50 }, (_, index) => index);
    const y = x.map((each) => 3 + 2 * each);
    y[20] = 1e9;
    const { parameters } = fitted(theilSen(x, y) as TheilSenFit);
    expect(parameters[1]).toBeCloseTo(2, 9);
  });

  it("of very many points takes a bounded number of pairs, says so, and answers the same again", () => {
    const x = Array.from({ length: 100_000 }, (_, index) => index);
    const y = x.map((each) => 5 + 0.25 * each + 10 * Math.sin(each * 12.9898));
    const found = fitted(theilSen(x, y) as TheilSenFit);
    expect(found.method).toBe("sampled");
    expect(found.pairs).toBeLessThanOrEqual(SAMPLED_PAIRS);
    expect(found.parameters[1]).toBeCloseTo(0.25, 5);
    expect(theilSen(x, y)).toMatchObject({ parameters: found.parameters });
    expect(theilSen(x.slice(0, MOST_EXACT_POINTS), y.slice(0, MOST_EXACT_POINTS))).toMatchObject({
      method: "exact",
    });
  });
});

describe("an exponential", () => {
  const x = [0, 1, 2, 3, 4, 5];
  it("finds the curve that made the points, rising, falling and below 0", () => {
    for (const [a, b] of [
      [2, 0.7],
      [90, -0.4],
      [-3, 0.5],
    ] as const) {
      const { parameters, r2 } = fitted(
        exponential(
          x,
          x.map((each) => a * Math.exp(b * each)),
        ),
      );
      expect(digits(parameters[0]!, a)).toBeGreaterThan(10);
      expect(digits(parameters[1]!, b)).toBeGreaterThan(10);
      expect(r2).toBeCloseTo(1, 12);
    }
  });

  it("makes the squares of y least, not those of its logarithm: no step aside is better", () => {
    const y = [5, 7, 14, 20, 35, 51];
    const { parameters } = fitted(exponential(x, y));
    const [a, b] = parameters as [number, number];
    const squares = (p: number, q: number) =>
      x.reduce((sum, each, index) => sum + (y[index]! - p * Math.exp(q * each)) ** 2, 0);
    const slope = (of: (step: number) => number, step: number) =>
      (of(step) - of(-step)) / (2 * step);
    expect(slope((step) => squares(a + step, b), 1e-5)).toBeCloseTo(0, 4);
    expect(slope((step) => squares(a, b + step), 1e-6)).toBeCloseTo(0, 3);
  });

  it("of values that cannot be squared there is none, and the reason is said", () => {
    const [small, large] = [[1, 2, 3, 4, 5, 7], [1, 2, 3, 4, 5, 6].map((value) => value * 1e300)];
    for (const fit of Object.values(FITS)) {
      expect(fit(large, small)).toMatchObject({ parameters: null, reason: "too_large" });
      expect(fit(small, large)).toMatchObject({ parameters: null, reason: "too_large" });
      const most = small.map((value) => value * 1e49);
      const { predict, r2 } = fitted<Fit>(fit(most, small));
      expect([predict(most[2]!), r2].every(Number.isFinite)).toBe(true);
    }
  });

  it("is found beside one wild value, wherever it stands but at the ends", () => {
    const at = Array.from({ length: 120 }, (_, index) => index);
    for (const wild of [1e6, 4_294_967_295, -32_768])
      for (let place = 1; place < at.length - 1; place++) {
        const y = at.map((each) => (each === place ? wild : 20 + 0.2 * each));
        expect(exponential(at, y).parameters, `${wild} at ${place}`).not.toBeNull();
      }
  });

  it("leaves over least of all exponentials, of noise and wild values too; without a least there is none", () => {
    const value = fc.oneof(
      fc.integer({ min: -10_000, max: 10_000 }).map((hundredths) => hundredths / 100),
      fc.constantFrom(0, 1e6, -1e6, 65_535),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 3, maxLength: 40 }), (points) => {
        const [x, y] = [points.map(([each]) => each), points.map(([, each]) => each)];
        const fit = exponential(x, y);
        if (fit.parameters === null && fit.reason !== "not_converged") return;
        const [low, high] = [Math.min(...x), Math.max(...x)];
        /** Of the best curve of this steepness: how much of the squares of y it takes off. */
        const taken = (rate: number) => {
          const end = rate < 0 ? low : high;
          const grown = x.map((each) => Math.exp((rate * (each - end)) / (high - low)));
          const sum = grown.reduce((held, each, index) => held + each * y[index]!, 0);
          return sum ** 2 / grown.reduce((held, each) => held + each ** 2, 0);
        };
        const most = Array.from({ length: 2_001 }, (_, step) =>
          taken(Math.sinh((step - 1_000) / 80)),
        );
        const squares = y.reduce((held, each) => held + each ** 2, 0);
        const best = most.reduce((one, other) => Math.max(one, other));
        if (fit.parameters === null) {
          // Only the points at one end, which no curve takes in alone.
          const ofEnd = (end: number) => {
            const there = y.filter((_, index) => x[index] === end);
            return there.reduce((held, each) => held + each, 0) ** 2 / there.length;
          };
          expect(Math.max(ofEnd(low), ofEnd(high))).toBeGreaterThanOrEqual(best - 1e-9 * squares);
        } else {
          const left = y.reduce(
            (held, each, index) => held + (each - fit.predict(x[index]!)) ** 2,
            0,
          );
          expect(left).toBeLessThanOrEqual(squares - best + 1e-9 * squares);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("of times tells its height at one of the points: that of 1970 is no number", () => {
    const from = 1_763_700_000_000;
    const times = x.map((each) => from + each * 60_000);
    const y = x.map((each) => 3 * Math.exp(each / 2));
    const { parameters } = fitted(exponential(times, y));
    const [a, b, c] = parameters as [number, number, number];
    times.forEach((time, index) => expect(a * Math.exp(b * (time - c))).toBeCloseTo(y[index]!, 6));
  });

  it("takes single values at or below 0, and refuses where no side of 0 has two", () => {
    expect(exponential(x, [-0.1, 0, 1, 3, 9, 26]).parameters).not.toBeNull();
    expect(exponential([1, 2], [-1, 2])).toMatchObject({ reason: "not_positive" });
    expect(exponential([1, 2, 3], [0, 0, 5])).toMatchObject({ reason: "not_positive" });
  });
});

describe("every regression", () => {
  it("gives no line and no error for nothing, one point, or all values equal", () => {
    for (const [name, fit] of Object.entries(FITS)) {
      for (const [x, y] of [
        [[], []],
        [[1], [2]],
        [
          [3, 3, 3],
          [1, 2, 3],
        ],
        [
          [1, 2, 3],
          [7, 7, 7],
        ],
      ] as const) {
        if (name === "linearThroughOrigin" && x.length > 0) continue;
        expect(fit(x, y), name).toMatchObject({ parameters: null, predict: null, r2: null });
      }
    }
    expect(polynomial([1, 2, 3, 4, 5, 5], [1, 2, 4, 3, 2, 1])).toMatchObject({
      reason: "too_few_points",
    });
  });

  it("refuses what is no pair of finite numbers", () => {
    for (const fit of Object.values(FITS)) {
      expect(() => fit([1, 2], [1])).toThrow("2 values of x and 1 of y");
      expect(() => fit([1, Number.NaN], [1, 2])).toThrow("finite");
    }
  });

  it("of any numbers gives a line of numbers or a reason", () => {
    const value = fc.oneof(
      fc.double({ min: -1e50, max: 1e50, noNaN: true }),
      fc.double({ min: -1e-30, max: 1e-30, noNaN: true }),
      fc.integer({ min: -3, max: 3 }),
      fc.constantFrom(1e49, 1e-170, 2e-170, 5e-324, 1e12, 1e12 + 1),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { maxLength: 12 }), (points) => {
        const [x, y] = [points.map(([each]) => each), points.map(([, each]) => each)];
        for (const [name, fit] of Object.entries(FITS)) {
          const found: Fit | NoFit = fit(x, y);
          if (found.parameters === null) continue;
          const told = [...found.parameters, found.r2, ...x.map(found.predict)];
          expect(told.every(Number.isFinite), `${name}: ${told.join(" ")}`).toBe(true);
          if (name !== "theilSen") expect(found.r2, name).toBeGreaterThan(-1e-5);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("of x that lie too unevenly for its powers says so, and gives no other line", () => {
    const x = Array.from({ length: 300 }, (_, index) => index / 10);
    x[150] = 4_294_967_295;
    const y = x.map((_, index) => 20 + Math.sin(index / 30));
    expect(polynomial(x, y)).toMatchObject({ reason: "too_uneven" });
    expect(linear(x, y).parameters).not.toBeNull();
  });

  it("through the origin of zeros alone is none", () => {
    expect(linearThroughOrigin([1, 2], [0, 0])).toMatchObject({ reason: "all_equal" });
  });

  it("is stable for x as large as times", () => {
    const from = 1_763_700_000_000;
    const x = Array.from({ length: 300 }, (_, index) => from + index * 60_000);
    const y = x.map((each) => Math.sin((each - from) / 4e6) + 2);
    for (const fit of [linear, polynomial, exponential, theilSen]) {
      const { predict, r2 } = fitted<Fit>(fit(x, y));
      expect(Number.isFinite(r2)).toBe(true);
      for (const each of x) expect(Math.abs(predict(each) - 2)).toBeLessThan(2);
    }
    expect(fitted(polynomial(x, y)).r2).toBeGreaterThan(0.99);
  });

  it("predicts what its parameters say", () => {
    const numbers = fc.array(
      fc.tuple(
        fc.double({ min: -100, max: 100, noNaN: true }),
        fc.double({ min: -100, max: 100, noNaN: true }),
      ),
      { minLength: 8, maxLength: 30 },
    );
    fc.assert(
      fc.property(numbers, (points) => {
        const [x, y] = [points.map(([each]) => each), points.map(([, each]) => each)];
        const found = linear(x, y);
        if (found.parameters === null) return;
        const [a, b] = found.parameters as [number, number];
        const size = 1e-6 * (1 + Math.max(...x.map((each) => Math.abs(a) + Math.abs(b * each))));
        for (const each of x)
          expect(Math.abs(found.predict(each) - (a + b * each))).toBeLessThanOrEqual(size);
      }),
    );
  });
});
