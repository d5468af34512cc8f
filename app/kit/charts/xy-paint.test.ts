import { describe, expect, it } from "vitest";
import { plainColors, tellingCanvas } from "./testing/telling-canvas.ts";
import { paintXy } from "./xy-paint.ts";

describe("what a fit leaves over", () => {
  it("has a labelled value on each side of 0, however large it is", () => {
    for (let far = 0.01; far < 2_000; far *= 1.07) {
      const { canvas, said } = tellingCanvas();
      const fit = { key: "linear", title: "Linear", predict: () => 0 };
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
