import { describe, expect, it } from "vitest";
import { PROFILES, scoreAll, scoreFile, type NabFile } from "./_nab.ts";

const [standard, lowFalsePositives, lowFalseNegatives] = PROFILES;
/** 1,000 rows, of which 150 are not scored, with one window of 100 rows. */
const file: NabFile = {
  name: "made/up.csv",
  timesMs: Float64Array.from({ length: 1_000 }, (_, row) => row * 60_000),
  values: new Float64Array(1_000),
  windows: [{ from: 500, to: 599 }],
};
const flagged = (...rows: number[]): Uint8Array => {
  const flags = new Uint8Array(1_000);
  for (const row of rows) flags[row] = 1;
  return flags;
};

describe("NAB's score", () => {
  it("is 0 without a flag and 100 for one at the window's first row, in every profile", () => {
    for (const profile of PROFILES) {
      expect(scoreAll([file], () => flagged(), profile).score).toBe(0);
      expect(scoreAll([file], () => flagged(500), profile).score).toBeCloseTo(100, 9);
    }
  });

  it("counts a window once, by its earliest flag, and less the later that is", () => {
    const once = scoreFile(file, flagged(550), standard!);
    expect(scoreFile(file, flagged(550, 560, 599), standard!).raw).toBe(once.raw);
    // Half of the window is left: the sigmoid at -0.5 over the one at -1 (NAB's sweeper.py).
    expect(once.raw).toBeCloseTo(0.84828 / 0.98661, 4);
  });

  it("takes a false alarm's weight by profile, in full before any window and little right after one", () => {
    const alone = (row: number, of = standard!): number =>
      scoreFile(file, flagged(500, row), of).raw - scoreFile(file, flagged(500), of).raw;
    expect(alone(300)).toBeCloseTo(-0.11, 9);
    expect(alone(300, lowFalsePositives)).toBeCloseTo(-0.22, 9);
    expect(alone(990)).toBeCloseTo(-0.11, 2);
    expect(alone(605)).toBeGreaterThan(-0.03);
  });

  it("does not look at the probationary rows, and makes a missed window count twice for low misses", () => {
    expect(scoreFile(file, flagged(10, 149), standard!)).toMatchObject({ raw: -1, falseRows: 0 });
    expect(scoreFile(file, flagged(), lowFalseNegatives!).raw).toBe(-2);
  });
});
