import { expect, it } from "vitest";
import { coarser, sumGrids, type Grid } from "#app/domain/series/grid.ts";
import { gridSeries, stepEnd } from "./grid-series.ts";

const bucket = { mean: 5, min: 5, max: 5, heldMs: 1 };
const grid: Grid = { startMs: 0, stepMs: 100, buckets: [bucket, bucket, bucket], untilMs: 230 };
const told = { title: "Sheets", unit: "sheets/h", text: String };
const ends = (isNow: boolean, of = grid) => of.buckets.map((_, step) => stepEnd(of, step, isNow));

it("a window's last step ends now, or where what is known ends, and never later", () => {
  expect(ends(true)).toEqual([100, 200, "now"]);
  expect(ends(false)).toEqual([100, 200, 230]);
  // Of a table's longer steps too, and of what several machines made.
  expect(ends(true, coarser(sumGrids([grid, { ...grid, untilMs: 210 }]), 2))).toEqual([200, "now"]);
  expect(ends(false, coarser(sumGrids([grid, { ...grid, untilMs: 210 }]), 2))).toEqual([200, 230]);
});

it("a step that is over, or one of which nothing is known yet, ends with its time", () => {
  expect(ends(true, { ...grid, untilMs: 300 })).toEqual([100, 200, 300]);
  expect(ends(true, { ...grid, untilMs: 120 })).toEqual([100, 200, 300]);
  expect(ends(true, { startMs: 0, stepMs: 100, buckets: [bucket] })).toEqual([100]);
});

it("a point of a line says when its step ends", () => {
  expect(gridSeries(grid, told, 0, true).points.map((point) => point.ends)).toEqual([
    ...[100, 200],
    "now",
  ]);
});
