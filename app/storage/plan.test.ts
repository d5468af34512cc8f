import { expect, it } from "vitest";
import { HOUR_MS, type Segment } from "../domain/series/types.ts";
import { planRead } from "./plan.ts";

const segment = (hour: number, fromMs = 0, toMs = HOUR_MS - 1): Segment => ({
  key: `hour ${hour}`,
  hourMs: hour * HOUR_MS,
  firstMs: hour * HOUR_MS + fromMs,
  lastMs: hour * HOUR_MS + toMs,
  bytes: 1,
  rows: 1,
});

const planned = (segments: Segment[], startMs: number, endMs: number) =>
  planRead({ segments }, { startMs, endMs }).map((file) => file.segment.key);

it("takes the files with samples in [start, end), ascending", () => {
  const segments = [segment(3), segment(1), segment(2), segment(0)];
  expect(planned(segments, HOUR_MS, 3 * HOUR_MS)).toEqual(["hour 1", "hour 2"]);
  expect(planned(segments, 2 * HOUR_MS - 1, 3 * HOUR_MS + 1)).toEqual(["hour 1", "hour 2", "hour 3"]);
});

it("leaves out an hour whose samples lie outside of the range", () => {
  expect(planned([segment(1, 100, 200)], HOUR_MS, HOUR_MS + 100)).toEqual([]);
  expect(planned([segment(1, 100, 200)], HOUR_MS + 201, 2 * HOUR_MS)).toEqual([]);
  expect(planned([segment(1, 100, 200)], HOUR_MS + 200, 2 * HOUR_MS)).toEqual(["hour 1"]);
});
