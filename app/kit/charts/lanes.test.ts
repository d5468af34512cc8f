import { describe, expect, it } from "vitest";
import { layOut } from "./layout.ts";
import { isBeyond } from "./nearest-point.ts";
import { spanBoxes } from "./span-boxes.ts";

const point = (value: number | string, min: number | null = null, max: number | null = null) => {
  return { timeMs: 0, value, min, max, lower: null, upper: null, isAbnormal: false };
};

describe("a mean", () => {
  it("is told apart where what held before takes it beyond its own samples", () => {
    expect(isBeyond(point(120, 167.7, 248.3))).toBe(true);
    expect(isBeyond(point(250, 167.7, 248.3))).toBe(true);
    expect(isBeyond(point(167.7, 167.7, 248.3))).toBe(false);
    // A sum of floats.
    expect(isBeyond(point((0.1 + 0.2) / 3, 0.1, 0.1))).toBe(false);
    expect(isBeyond(point("A-17"))).toBe(false);
    expect(isBeyond(null)).toBe(false);
  });
});

describe("jobs and notes in their lane", () => {
  const span = (key: string, startMs: number, endMs: number) => {
    return { key, startMs, endMs, title: key, lines: [] };
  };
  const layout = layOut([], {
    width: 1_012,
    left: 0,
    hasMarks: true,
    hasStates: true,
    hasSpans: true,
    hasAnnotations: true,
  });
  const view = { startMs: 0, endMs: 1_000 };
  const boxes = (keepsNarrow: boolean) =>
    spanBoxes(layout, view, {
      spans: [
        span("before", -10, 0),
        span("cut", -100, 200),
        span("short", 300, 302),
        span("after", 1_000, 1_100),
      ],
      keepsNarrow,
    }).map(({ span: { key }, from, width }) => [key, from, width]);

  it("lie within the plot, and only notes stay where they are too narrow to see", () => {
    expect(boxes(false)).toEqual([["cut", 0, 200]]);
    expect(boxes(true)).toEqual([
      ["cut", 0, 200],
      ["short", 300, 2],
    ]);
  });
});
