import { describe, expect, it } from "vitest";
import { plainColors, tellingCanvas } from "./testing/telling-canvas.ts";
import type { Canvas } from "./scene.ts";
import { paintXy, type XyFit, type XyScene } from "./xy-paint.ts";
import { paintXyPicture, xySizeOf } from "./xy-picture.ts";

describe("what a fit leaves over", () => {
  it("has a labelled value on each side of 0, however large it is", () => {
    for (let far = 0.01; far < 2_000; far *= 1.07) {
      const { canvas, said } = tellingCanvas();
      const fit = { key: "linear", title: "Linear", told: "", kind: 0, predict: () => 0 };
      const points = [-far, far].map((y, at) => ({ x: at, y, timeMs: at }));
      paintXy(canvas, {
        ...{ width: 600, left: 60, height: 420, points, fits: [fit], residualsOf: fit },
        ...{ from: 0, to: 1, xTitle: "x", yTitle: "y", residualTitle: "left over" },
        ...{ colors: plainColors, atIndex: null },
        number: (value: number, decimals: number) => value.toFixed(decimals),
      });
      const from = said.find(({ text }) => text === "left over")!.y;
      const labels = said.filter(({ y, align }) => align === "right" && y > from && y < 380);
      expect(labels.some(({ text }) => Number(text) < 0)).toBe(true);
      expect(labels.some(({ text }) => Number(text) > 0)).toBe(true);
      expect(labels.length).toBeLessThanOrEqual(5);
    }
  });
});

describe("fitted lines", () => {
  const points = [0, 1, 2].map((x) => ({ x, y: x, timeMs: x }));
  const fitOf = (kind: number): XyFit => ({
    ...{ key: String(kind), title: `Kind ${kind}`, told: `R² = 0.${kind}`, kind },
    predict: (x) => x,
  });
  const sceneOf = (kinds: number[]): XyScene => ({
    ...{ width: 600, left: 60, height: 420, points, fits: kinds.map(fitOf), residualsOf: null },
    ...{ from: 0, to: 2, xTitle: "x", yTitle: "y", residualTitle: "left over" },
    colors: { ...plainColors, series: ["one", "two", "three", "four", "five"] },
    ...{ atIndex: null, number: String },
  });
  /** Hue and dash of each line that is drawn, fitted ones alone. */
  const strokesOf = (paint: (canvas: Canvas) => void) => {
    const { canvas, stroked } = tellingCanvas();
    paint(canvas);
    return stroked.filter(({ style }) => ["two", "three", "four", "five"].includes(style));
  };

  it("look the same by kind, whatever else is on, and no two alike", () => {
    const drawn = (kinds: number[]) => strokesOf((canvas) => paintXy(canvas, sceneOf(kinds)));
    const all = drawn([0, 1, 2, 3]);
    expect(new Set(all.map(({ style, dash }) => `${style} ${dash.join()}`)).size).toBe(4);
    for (const kind of [0, 1, 2, 3]) expect(drawn([kind])).toEqual([all[kind]]);
    expect(drawn([3, 1])).toEqual([all[3], all[1]]);
  });

  it("stand in the picture by their strokes, with equation and goodness", () => {
    const scene = sceneOf([3, 1]);
    const both = strokesOf((canvas) => paintXyPicture(canvas, scene, "y against x"));
    expect(both.slice(2)).toEqual(both.slice(0, 2));
    const { canvas, said } = tellingCanvas();
    paintXyPicture(canvas, scene, "y against x");
    const texts = said.map(({ text }) => text);
    for (const text of ["y against x", "Kind 3 · R² = 0.3", "Kind 1 · R² = 0.1", "y", "x"])
      expect(texts).toContain(text);
    const { width, height } = xySizeOf(scene);
    expect(said.every(({ x, y }) => x >= 0 && x <= width && y >= 0 && y <= height)).toBe(true);
  });
});
