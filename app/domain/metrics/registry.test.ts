import { describe, expect, it } from "vitest";
import { METRICS, findMetric, isCategorical } from "./registry.ts";
import { toMachineState, toStateCode } from "./states.ts";

describe("the metric registry", () => {
  it("names every metric once", () => {
    expect(new Set(METRICS.map((metric) => metric.key)).size).toBe(METRICS.length);
    expect(METRICS.length).toBeGreaterThanOrEqual(47);
  });

  it("answers the last code for encoded metrics and the mean for the rest", () => {
    expect(isCategorical("machine_state")).toBe(true);
    expect(isCategorical("print_1_status")).toBe(true);
    expect(isCategorical("machine_speed")).toBe(false);
    expect(findMetric("no_such_metric")).toBeUndefined();
  });
});

describe("machine states", () => {
  it("takes the number or the word", () => {
    expect(toStateCode("running_and_feeding")).toBe(4);
    expect(toStateCode(" Running ")).toBe(3);
    expect(toStateCode("3")).toBe(3);
    expect(toStateCode(6)).toBe(6);
  });

  it("calls anything else unknown", () => {
    for (const value of [7, -2, 1.5, "dancing", ""])
      expect(toMachineState(toStateCode(value))).toBe("unknown");
    expect(toMachineState(null)).toBe("unknown");
  });
});
