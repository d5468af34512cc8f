import { expect, it } from "vitest";
import { jobsOf } from "./jobs-of.ts";

const samples = (...pairs: [number, string | number][]) =>
  pairs.map(([timeMs, value]) => ({ timeMs, value }));

it("a job lasts while the order number stays, with the last values within it", () => {
  const jobs = jobsOf(
    {
      kiwiplan_order_number: samples([0, "A-1"], [100, "A-2"], [150, ""], [180, "A-2"], [260, 17]),
      kiwiplan_flute_code: samples([0, "C"], [90, "BC"], [100, "B"]),
      kiwiplan_corrugator_slit_width: samples([50, 38.25]),
      entry_length: samples([10, 52.5], [190, 61]),
    },
    300,
  );
  expect(
    jobs.map(({ orderNumber, startMs, endMs, fluteCode }) => [
      orderNumber,
      startMs,
      endMs,
      fluteCode,
    ]),
  ).toEqual([
    ["A-1", 0, 100, "BC"],
    ["A-2", 100, 150, "B"],
    ["A-2", 180, 260, "B"],
    ["17", 260, 300, "B"],
  ]);
  expect(jobs.map(({ entryWidth, entryLength }) => [entryWidth, entryLength])).toEqual([
    [38.25, 52.5],
    [38.25, 52.5],
    [38.25, 61],
    [38.25, 61],
  ]);
  expect(jobs[0]).toMatchObject({ exitLength: null, exitWidth: null, paperDensity: null });
  expect(jobsOf({}, 300)).toEqual([]);
});
