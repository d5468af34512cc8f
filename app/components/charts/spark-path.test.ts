import { describe, expect, it } from "vitest";
import { sparkPath } from "./spark-path.ts";

describe("a sparkline", () => {
  it("runs from zero at the bottom to the largest value at the top", () => {
    expect(sparkPath([0, 10], 100, 32).line).toBe("M0 31L100 2");
  });

  it("breaks at a gap, and a lone value is a dash inside the width", () => {
    const { line, area } = sparkPath([5, 5, null, 5], 90, 32);
    expect(line).toBe("M0 2L30 2M90 2h-7.5");
    expect(area).toBe("M0 32L0 2L30 2L30 32Z");
    expect(sparkPath([5, null, null, null], 90, 32).line).toBe("M0 2h7.5");
    expect(sparkPath([5], 90, 32).line).toBe("M0 2h0.01");
  });

  it("of nothing is nothing, and of zeros lies on the ground", () => {
    expect(sparkPath([], 100, 32)).toEqual({ line: "", area: "" });
    expect(sparkPath([0, 0], 100, 32).line).toBe("M0 31L100 31");
  });
});
