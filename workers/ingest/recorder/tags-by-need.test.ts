import { expect, it } from "vitest";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { recorderBench, SAMPLER } from "./testing/recorder-bench.ts";

const NOW = Date.UTC(2026, 2, 4, 12, 30);
const question = { samplerId: SAMPLER, version: 0, page: 1, limit: 2, atOnce: 0 };

async function withTags() {
  const bench = recorderBench(NOW);
  bench.map({ B: "b", A: "a", "Dryer.T": "d", C: "c", __proto__x: "e" });
  await bench.post([
    {
      times: [NOW - 40 * MINUTE_MS, NOW - 16 * MINUTE_MS, NOW - 15 * MINUTE_MS, NOW],
      tags: { A: [1, null, null, null], B: [null, 2, null, null], C: [null, null, null, 4] },
    },
    { times: [NOW - 15 * MINUTE_MS], tags: { "Dryer.T": [7] } },
  ]);
  return bench;
}

it("lists what never came, then what is silent the longest, then the rest by machine key", async () => {
  const { recorder } = await withTags();
  const { tags, ...counts } = recorder().tagsByNeed({ ...question, atOnce: 60 });
  expect(counts).toEqual({ count: 5, never: 1, silent: 2, page: 1 });
  expect(tags.map(({ machineKey }) => machineKey)).toEqual([
    ...["__proto__x", "A", "B"],
    ...["C", "Dryer.T"],
  ]);
  expect(tags[1]).toEqual({
    ...{ machineKey: "A", metric: "a" },
    sample: { timeMs: NOW - 40 * MINUTE_MS, value: 1 },
  });
});

it("answers a page, and the last one instead of one beyond it", async () => {
  const { recorder } = await withTags();
  const keysOf = (page: number) => {
    const answer = recorder().tagsByNeed({ ...question, page });
    return [answer.page, ...answer.tags.map(({ machineKey }) => machineKey)];
  };
  expect(keysOf(2)).toEqual([2, "B", "C"]);
  expect(keysOf(9)).toEqual([3, "Dryer.T"]);
});

it("a sampler that the recorder does not know has no tags", async () => {
  const { recorder } = await withTags();
  expect(recorder().tagsByNeed({ ...question, samplerId: 99 })).toEqual({
    ...{ count: 0, never: 0, silent: 0 },
    ...{ page: 1, tags: [] },
  });
});
