import { describe, expect, it } from "vitest";
import {
  decodeSummary,
  encodeSummary,
  judgeThreshold,
  MAX_SUMMARY_BYTES,
  summarizeDay,
  thresholdBounds,
  whyThreshold,
} from "./threshold.ts";

/** Chance that is the same in every run. */
function evens(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 4_294_967_296;
  };
}
const list = (length: number, value: (even: () => number, at: number) => number, seed = 1) => {
  const even = evens(seed);
  return Float64Array.from({ length }, (_, at) => value(even, at));
};

/** Type 7 over all samples at once. */
function percentile(samples: Float64Array, percent: number): number {
  const sorted = samples.slice().sort();
  const position = ((sorted.length - 1) * percent) / 100;
  const [low, high] = [sorted[Math.floor(position)]!, sorted[Math.ceil(position)]!];
  return low + (position - Math.floor(position)) * (high - low);
}
const join = (days: readonly Float64Array[]): Float64Array =>
  Float64Array.from(days.flatMap((day) => [...day]));

describe("threshold bounds", () => {
  it.each([
    [0.1, 99.9],
    [1, 95],
    [49.9, 50.1],
    [2.5, 97.25],
  ])("are the percentiles %d and %d of type 7, exactly, while days are short", (lower, upper) => {
    const days = [list(700, (even) => even()), list(900, (even) => Math.round(9 * even()), 2)];
    const bounds = thresholdBounds(days.map(summarizeDay), { lower, upper })!;
    expect(bounds.lower).toBeCloseTo(percentile(join(days), lower), 12);
    expect(bounds.upper).toBeCloseTo(percentile(join(days), upper), 12);
  });

  it.each<[string, (even: () => number, at: number) => number]>([
    ["even", (even) => even()],
    ["heavy-tailed", (even) => 1 / even() ** 2],
    ["rising", (_, at) => at],
    ["of few values", (even) => Math.floor(7 * even() ** 3)],
    ["of two far parts", (even, at) => (at % 3 ? 0 : 1_000) + even()],
  ])("are wrong by a rank of 1e-4 of the samples at most: %s", (_, value) => {
    const days = [10_001, 19_999, 20_000, 34_567, 86_400, 9_999].map((length, day) =>
      list(length, value, day + 1),
    );
    const all = join(days).sort();
    const summaries = days.map(summarizeDay);
    for (const percent of [0.1, 0.5, 3, 25, 49.99, 50.01, 66, 97, 99.5, 99.9]) {
      const isLower = percent < 50;
      const bounds = thresholdBounds(summaries, {
        lower: isLower ? percent : 0,
        upper: isLower ? 100 : percent,
      })!;
      const found = isLower ? bounds.lower! : bounds.upper!;
      const position = ((all.length - 1) * percent) / 100;
      const slack = all.length * 1e-4 + 1;
      const below = all.findIndex((each) => each >= found);
      const upTo = all.findLastIndex((each) => each <= found);
      expect(below - slack).toBeLessThanOrEqual(position);
      expect(upTo + slack).toBeGreaterThanOrEqual(position);
    }
  });

  it("do not depend on the order of the days or of a day's samples", () => {
    const day = list(25_000, (even) => even() ** 4);
    const other = list(12_000, (even) => 2 * even(), 5);
    const of = { lower: 0.1, upper: 99.9 };
    const expected = thresholdBounds([summarizeDay(day), summarizeDay(other)], of);
    expect(thresholdBounds([summarizeDay(other), summarizeDay(day.slice().reverse())], of)).toEqual(
      expected,
    );
  });

  it("are of the last 30 days", () => {
    const old = summarizeDay(new Float64Array(5_000).fill(1e6));
    const day = summarizeDay(list(100, (even) => even()));
    const bounds = thresholdBounds([old, ...Array.from({ length: 30 }, () => day)], {
      lower: 0.1,
      upper: 99.9,
    })!;
    expect(bounds.upper).toBeLessThan(1);
  });

  it("are none below 1,000 samples, and what is not finite does not count", () => {
    const of = { lower: 0.1, upper: 99.9 };
    const almost = list(999, (even) => even());
    const odd = Float64Array.of(...almost, NaN, Infinity);
    expect(thresholdBounds([summarizeDay(odd)], of)).toBeNull();
    expect(thresholdBounds([summarizeDay(almost), summarizeDay(almost)], of)).not.toBeNull();
    expect(thresholdBounds([], of)).toBeNull();
  });

  it("have no side for 0 and for 100", () => {
    const day = summarizeDay(list(2_000, (even) => even()));
    expect(thresholdBounds([day], { lower: 0, upper: 99 })).toMatchObject({ lower: null });
    expect(thresholdBounds([day], { lower: 1, upper: 100 })).toMatchObject({ upper: null });
  });
});

describe("a threshold judgement", () => {
  const bounds = { lower: 2, upper: 9 };

  it.each([
    [1.9, "below"],
    [2, null],
    [9, null],
    [41, "above"],
  ])("of %d between 2 and 9 is %s", (value, expected) => {
    expect(judgeThreshold(value, bounds)).toBe(expected);
  });

  it("is none without bounds or on a side that is off", () => {
    expect(judgeThreshold(41, null)).toBeNull();
    expect(judgeThreshold(41, { lower: 2, upper: null })).toBeNull();
    expect(judgeThreshold(-5, { lower: null, upper: 9 })).toBeNull();
  });

  it("tells why", () => {
    expect(whyThreshold(41, bounds, 5)).toEqual({
      code: "threshold",
      observed: 41,
      low: 2,
      high: 9,
      sinceMs: 5,
    });
  });
});

describe("a day's summary", () => {
  it.each([10_000, 86_400, 1_000_000])("of %d different samples is bounded in bytes", (length) => {
    const summary = summarizeDay(list(length, (_, at) => at));
    const bytes = encodeSummary(summary);
    expect(bytes.length).toBeLessThanOrEqual(MAX_SUMMARY_BYTES);
    expect(summary.counts.reduce((sum, count) => sum + count, 0)).toBe(length);
    expect(decodeSummary(bytes)).toEqual(summary);
  });

  it("is refused when its bytes are none", () => {
    expect(() => decodeSummary(new Uint8Array(13))).toThrow(RangeError);
    expect(() => decodeSummary(new Uint8Array(MAX_SUMMARY_BYTES + 12))).toThrow(RangeError);
  });
});
