import { describe, expect, it } from "vitest";
import { paintPicture, sizeOf, withWholeLabels } from "./chart-picture.ts";
import { layOut, RIGHT_PX } from "./layout.ts";
import { noteRows } from "./note-rows.ts";
import type { Picture } from "./paint-lanes.ts";
import { LETTER_PX, plainColors, tellingCanvas } from "./testing/telling-canvas.ts";
import type { ChartSeries } from "./types.ts";

const WIDTH = 640;
const WORD = "En marcha y alimentando";
const view = { startMs: 0, endMs: 1_000 };
const none = { min: null, max: null, lower: null, upper: null, isAbnormal: false };
const series: ChartSeries[] = [
  {
    ...{ key: "speed", title: "Speed", unit: "rpm", shape: "line", joinMs: 900, text: String },
    points: [0, 500].map((timeMs) => ({ ...none, timeMs, value: 180 + timeMs })),
  },
  {
    ...{ key: "state", title: "State", unit: null, shape: "steps", joinMs: 900, codes: [0, 1] },
    text: (code) => (code === 1 ? WORD : "Off"),
    points: [{ ...none, timeMs: 0, value: 1 }],
  },
  {
    ...{ key: "order", title: "Order", unit: null, shape: "spans", joinMs: 900, text: String },
    points: [{ ...none, timeMs: 0, value: "A-17" }],
  },
];
const told = { lines: [] };
const marks = [100, 101, 800].map((timeMs) => ({
  key: String(timeMs),
  timeMs,
  title: "",
  ...told,
}));
const many = Array.from({ length: 10 }, (_, index) => ({ ...marks[0]!, key: `m${index}` }));
const spans = [{ key: "j", startMs: 0, endMs: 600, title: "Job 7", ...told }];
const annotations = ["One note", "Another note"].map((title, index) => {
  return { key: title, startMs: 100 + index, endMs: 700, title, ...told };
});
const sceneAt =
  (over: Partial<Picture> = {}) =>
  (leftPx: number): Picture => ({
    layout: layOut(series, {
      ...{ width: WIDTH, left: leftPx, hasMarks: true, hasStates: false, hasSpans: true },
      noteRows: noteRows(annotations, view, { widthPx: WIDTH - leftPx - RIGHT_PX, isSmall: false }),
    }),
    ...{ series, hidden: new Set(), view, colors: plainColors, fromZero: false, running: [] },
    ticks: [{ timeMs: 500, text: "6 AM" }],
    number: String,
    ...{ marks, spans, annotations },
    ...over,
  });

function paint(scene: Picture) {
  const { canvas, said, filled } = tellingCanvas();
  paintPicture(canvas, scene, { title: "FFG 1, measures", caption: "11/19 – 11/20 CST" });
  return { said, filled, texts: said.map(({ text }) => text) };
}

describe("a picture of a chart", () => {
  const whole = withWholeLabels(tellingCanvas().canvas, sceneAt());

  it("says what it shows: title, times, legend, axes, events, jobs and notes", () => {
    const { said, texts } = paint(whole);
    for (const text of [
      ...["FFG 1, measures", "11/19 – 11/20 CST", "Speed, rpm", "State", "Order", "rpm"],
      ...["Off", "A-17", "6 AM", "2", "◆", "Job 7", "One note", "Another note"],
    ])
      expect(texts).toContain(text);
    // In the legend, and above its panel: what has no unit is told by its name.
    expect(texts.filter((text) => text === "State")).toHaveLength(2);
    const { width, height } = sizeOf(whole);
    for (const { x, y } of said) {
      expect(x >= 0 && x <= width).toBe(true);
      expect(y >= 0 && y <= height).toBe(true);
    }
    // No two begin at one place: notes at one time lie below each other.
    expect(new Set(said.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)).size).toBe(
      said.length,
    );
  });

  it("has room for the longest word of a code", () => {
    const { said } = paint(whole);
    const word = said.find(({ text }) => text === WORD);
    expect(word?.align).toBe("right");
    expect(word!.x - WORD.length * LETTER_PX).toBeGreaterThanOrEqual(0);
    expect(paint(sceneAt()(44)).texts).not.toContain(WORD);
  });

  it("counts events up to 9, then says 9+, and leaves out what is switched off", () => {
    expect(paint({ ...whole, marks: many }).texts).toContain("9+");
    const { texts } = paint({ ...whole, hidden: new Set(["speed"]) });
    expect(texts).not.toContain("Speed, rpm");
    expect(texts).toContain("State");
  });

  it("stands on the page's ground", () => {
    const { width, height } = sizeOf(whole);
    expect(paint(whole).filled).toContainEqual({ x: 0, y: 0, width, height, style: "card" });
  });
});
