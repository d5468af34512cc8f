import { describe, expect, it } from "vitest";
import { layOut, SPANS_PX } from "./layout.ts";
import { isBeyond } from "./nearest-point.ts";
import { noteRows } from "./note-rows.ts";
import { spanBoxes, wordsOfBox } from "./span-boxes.ts";

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
  const flags = { hasMarks: true, hasStates: true, hasSpans: true };
  const view = { startMs: 0, endMs: 1_000 };
  const layoutOf = (notes: ReturnType<typeof span>[], isSmall = false) =>
    layOut([], {
      ...{ width: 1_012, left: 0, ...flags },
      noteRows: noteRows(notes, view, { widthPx: 1_000, isSmall }),
    });
  const spans = [
    span("before", -10, 0),
    span("cut", -100, 200),
    span("short", 300, 302),
    span("after", 1_000, 1_100),
  ];
  const boxes = (keepsNarrow: boolean) =>
    spanBoxes(layoutOf(spans), view, { spans, keepsNarrow }).map(
      ({ span: { key }, from, width }) => [key, from, width],
    );

  it("lie within the plot, and only notes stay where they are too narrow to see", () => {
    expect(boxes(false)).toEqual([["cut", 0, 200]]);
    expect(boxes(true)).toEqual([
      ["cut", 0, 200],
      ["short", 300, 2],
    ]);
  });

  it("lie below each other where they would lie over each other, near ones too", () => {
    const notes = [
      span("long", 0, 500),
      span("within", 100, 200),
      span("later", 600, 700),
      span("moment", 600, 601),
      span("next", 602, 610),
    ];
    const layout = layoutOf(notes);
    const rows = spanBoxes(layout, view, { spans: notes, keepsNarrow: true });
    expect(rows.map(({ span: { key }, row }) => [key, row])).toEqual([
      ["long", 0],
      ["within", 1],
      ["later", 0],
      ["moment", 1],
      ["next", 2],
    ]);
    expect(layout.axisTop - layoutOf([]).axisTop).toBe(3 * SPANS_PX);
    // Nearer, each keeps its row.
    const near = spanBoxes(
      layout,
      { startMs: 590, endMs: 620 },
      { spans: notes, keepsNarrow: true },
    );
    expect(near.map(({ row }) => row)).toEqual([0, 1, 2]);
  });

  it("are cut where the next one begins once there are more than rows", () => {
    const notes = Array.from({ length: 9 }, (_, index) => span(String(index), index * 50, 900));
    for (const isSmall of [false, true]) {
      const layout = layoutOf(notes, isSmall);
      const held = spanBoxes(layout, view, { spans: notes, keepsNarrow: true });
      expect(held).toHaveLength(9);
      expect(new Set(held.map(({ row }) => row)).size).toBe(isSmall ? 2 : 6);
      for (const a of held)
        for (const b of held)
          if (a !== b && a.row === b.row)
            expect(a.from + a.width <= b.from || b.from + b.width <= a.from).toBe(true);
    }
  });

  it("have all their words where the row is free beside them, else what counts of them", () => {
    const trial = { ...span("a", 0, 20), title: "Trial of recycled liner" };
    const alone = spanBoxes(layoutOf([trial]), view, { spans: [trial], keepsNarrow: true });
    expect(alone.map(wordsOfBox)).toEqual(["Trial of recycled liner"]);
    expect(alone[0]?.room).toBeGreaterThan(alone[0]?.width ?? 0);
    const jobs = [0, 60, 80].map((from, index) => ({
      ...span(String(index), from, from === 80 ? 500 : from + 60),
      ...{ title: `Job 40${index}99`, short: `40${index}99` },
    }));
    const boxes = spanBoxes(layoutOf([]), view, { spans: jobs, keepsNarrow: false });
    expect(boxes.map(wordsOfBox)).toEqual(["40099", "", "Job 40299"]);
  });
});
