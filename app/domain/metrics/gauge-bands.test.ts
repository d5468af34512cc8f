import { describe, expect, it } from "vitest";
import { filledArc, performanceBand, riskBand } from "./gauge-bands.ts";

describe("gauge bands", () => {
  it("of uptime and productivity end at 20 and 50 as the rounded number reads", () => {
    const bands = [0, 0.2, 0.204, 0.206, 0.21, 0.5, 0.504, 0.51, 1, 1.4].map(performanceBand);
    expect(bands).toEqual([
      "poor",
      "poor",
      "poor",
      "fair",
      "fair",
      "fair",
      "fair",
      "good",
      "good",
      "good",
    ]);
  });

  it("of downtime risk end at 50 and 90", () => {
    expect([0, 0.5, 0.51, 0.9, 0.904, 0.906, 0.91, 1].map(riskBand)).toEqual([
      "good",
      "good",
      "fair",
      "fair",
      "fair",
      "poor",
      "poor",
      "poor",
    ]);
  });

  it("know no value, and an arc is never more than full", () => {
    expect([performanceBand(null), riskBand(null), performanceBand(Number.NaN)]).toEqual([
      "none",
      "none",
      "none",
    ]);
    expect([null, -1, 0, 0.5, 1, 1.3].map(filledArc)).toEqual([0, 0, 0, 140, 280, 280]);
  });
});
