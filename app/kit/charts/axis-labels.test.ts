import { describe, expect, it } from "vitest";
import { layOut } from "./layout.ts";
import { paintChart, type Canvas, type Scene } from "./paint.ts";
import type { ChartSeries } from "./types.ts";
import { paintXy, type XyScene } from "./xy-paint.ts";

const LETTER_PX = 7;
type Said = { text: string; x: number; align: CanvasTextAlign };

/** A canvas that draws nothing and tells where which text went; each letter takes as much room. */
function canvasOf(): { canvas: Canvas; said: Said[] } {
  const said: Said[] = [];
  const state: Record<string, unknown> = { textAlign: "left" };
  const canvas = new Proxy(state, {
    get: (held, name) => {
      if (name === "measureText") return (text: string) => ({ width: text.length * LETTER_PX });
      if (name === "fillText")
        return (text: string, x: number) =>
          said.push({ text, x, align: held["textAlign"] as CanvasTextAlign });
      return Object.hasOwn(held, name) ? held[name as string] : () => undefined;
    },
  }) as unknown as Canvas;
  return { canvas, said };
}

const colors = {
  series: ["#000"],
  grid: "",
  axis: "",
  text: "",
  ink: "",
  card: "",
  abnormal: "",
  running: "",
  idle: "",
  idleWash: "",
  note: "",
  ring: "",
  font: "12px sans-serif",
};
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
      hasAnnotations: false,
    }),
    series,
    hidden: new Set(),
    view: { startMs: 0, endMs: 120_000 },
    colors,
    fromZero: false,
    running: [],
    ticks: [],
    number,
  });

  it("are whole once the chart has the room that it asks for", () => {
    const first = canvasOf();
    const { gutterPx } = paintChart(first.canvas, sceneOf(44));
    expect(first.said.some(({ text }) => text.includes("…"))).toBe(true);
    const second = canvasOf();
    expect(paintChart(second.canvas, sceneOf(gutterPx)).gutterPx).toBe(gutterPx);
    const labels = second.said.filter(({ align }) => align === "right");
    expect(labels.map(({ text }) => text)).toContain("-1,000,000");
    for (const { text, x } of labels) expect(x - text.length * LETTER_PX).toBeGreaterThanOrEqual(0);
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
      colors,
      number,
      atIndex: null,
    });
    const { canvas, said } = canvasOf();
    const left = paintXy(canvasOf().canvas, sceneAt(56));
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
