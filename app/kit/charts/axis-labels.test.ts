import { describe, expect, it } from "vitest";
import { gutterOf, layOut } from "./layout.ts";
import { paintChart } from "./paint.ts";
import type { Scene } from "./scene.ts";
import { LETTER_PX, plainColors, tellingCanvas } from "./testing/telling-canvas.ts";
import type { ChartSeries } from "./types.ts";
import { paintXy, type XyScene } from "./xy-paint.ts";

const number = (value: number, decimals: number): string =>
  value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

describe("labels beside a chart", () => {
  const series: ChartSeries[] = [
    {
      key: "a",
      title: "A",
      unit: "rpm",
      shape: "line",
      joinMs: 60_000,
      text: String,
      // One value wants three digits, another one seven and a sign.
      points: [0, 60_000].map((timeMs) => ({
        timeMs,
        value: timeMs > 0 ? 180 : -1_200_000,
        min: null,
        max: null,
        lower: null,
        upper: null,
        isAbnormal: false,
      })),
    },
  ];
  const sceneOf = (left: number): Scene => ({
    layout: layOut(series, {
      width: 600,
      left,
      hasMarks: false,
      hasStates: false,
      hasSpans: false,
    }),
    series,
    hidden: new Set(),
    view: { startMs: 0, endMs: 120_000 },
    colors: plainColors,
    fromZero: false,
    running: [],
    ticks: [],
    number,
  });

  it("has a title over a narrow plot begin further left, within the chart", () => {
    const title = "A measure with a name of many letters";
    const long = [{ ...series[0]!, title, unit: null }];
    const layout = layOut(long, {
      width: 400,
      left: 200,
      hasMarks: false,
      hasStates: false,
      hasSpans: false,
    });
    const { canvas, said } = tellingCanvas();
    paintChart(canvas, { ...sceneOf(200), layout, series: long });
    const told = said.find(({ text }) => text === title);
    expect(told).toBeDefined();
    expect(told!.x + title.length * LETTER_PX).toBeLessThanOrEqual(layout.right);
    expect(told!.x).toBeGreaterThanOrEqual(0);
  });

  it("are none where nothing held in what is shown", () => {
    const labelsIn = (view: Scene["view"]) => {
      const { canvas, said } = tellingCanvas();
      paintChart(canvas, { ...sceneOf(80), view });
      return said.map(({ text }) => text).filter((text) => text !== "rpm");
    };
    expect(labelsIn({ startMs: 0, endMs: 120_000 }).length).toBeGreaterThan(1);
    expect(labelsIn({ startMs: 600_000, endMs: 720_000 })).toEqual([]);
  });

  it("are whole once the chart has the room that it asks for", () => {
    const first = tellingCanvas();
    const { gutterPx } = paintChart(first.canvas, sceneOf(44));
    expect(first.said.some(({ text }) => text.includes("…"))).toBe(true);
    const second = tellingCanvas();
    expect(paintChart(second.canvas, sceneOf(gutterPx)).gutterPx).toBe(gutterPx);
    const labels = second.said.filter(({ align }) => align === "right");
    expect(labels.map(({ text }) => text)).toContain("-1,000,000");
    for (const { text, x } of labels) expect(x - text.length * LETTER_PX).toBeGreaterThanOrEqual(0);
  });

  it("take a quarter of a phone at most, and what they want where there is room", () => {
    expect(gutterOf(145, 324)).toBe(81);
    expect(gutterOf(145, 1_000)).toBe(145);
  });

  it("have room for a number beside the narrowest plot", () => {
    const { canvas } = tellingCanvas();
    const { gutterPx } = paintChart(canvas, sceneOf(44));
    expect(gutterOf(gutterPx, 223)).toBe(gutterPx);
  });

  it("of an XY chart are whole, too, and those below it stay within", () => {
    const sceneAt = (left: number): XyScene => ({
      width: 400,
      left,
      height: 420,
      points: [
        { x: 0, y: -98_765_432, timeMs: 0 },
        { x: 10_000_000_000, y: 98_765_432, timeMs: 1 },
      ],
      fits: [],
      residualsOf: null,
      from: 0,
      to: 10_000_000_000,
      xTitle: "x",
      yTitle: "y",
      residualTitle: "",
      colors: plainColors,
      number,
      atIndex: null,
    });
    const { canvas, said } = tellingCanvas();
    const left = paintXy(tellingCanvas().canvas, sceneAt(56));
    expect(left).toBeGreaterThan(56);
    paintXy(canvas, sceneAt(left));
    const labels = said.filter(({ text }) => /\d/.test(text));
    expect(labels.map(({ text }) => text)).toContain("10,000,000,000");
    for (const { text, x, align } of labels) {
      const from = align === "right" ? x - text.length * LETTER_PX : x;
      expect(from).toBeGreaterThanOrEqual(0);
      expect(from + text.length * LETTER_PX).toBeLessThanOrEqual(400);
    }
  });
});
