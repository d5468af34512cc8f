import { expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { DEVICE, recorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2026, 5, 1);
const HOURS = 5;

it("goes through the minutes of sealed hours once, however many metrics are asked", async () => {
  const bench = recorderBench(START + HOURS * HOUR_MS);
  const times = Array.from({ length: HOURS * 120 }, (_, at) => START + at * 30_000);
  // One of them begins in the third hour: not every hour's block has the same metrics.
  const late = times.filter((time) => time >= START + 2 * HOUR_MS);
  await bench.post([
    { times, tags: { temp: times.map((_, at) => at % 7), humid: times.map((_, at) => at % 11) } },
    { times: late, tags: { flow: late.map((_, at) => at % 13) } },
  ]);
  bench.advance(10 * MINUTE_MS);
  await bench.settle();
  const { sql } = bench.storage;
  const exec = sql.exec.bind(sql);
  const statements: string[] = [];
  sql.exec = ((query: string, ...bindings: SqlStorageValue[]) => {
    if (/\bFROM minutes\b/.test(query)) statements.push(query);
    return exec(query, ...bindings);
  }) as typeof exec;
  const metrics = ["temp", "humid", "flow"];
  const range = { startMs: START, endMs: START + HOURS * HOUR_MS };
  const answer = await bench.reader.buckets({
    ...{ deviceId: DEVICE, metrics, ...range },
    buckets: HOURS * 30,
  });
  expect(statements.length).toBe(2);
  const counts = metrics.map((metric) =>
    answer[metric]!.reduce((sum, { count }) => sum + count, 0),
  );
  expect(counts).toEqual([times.length, times.length, late.length]);
});
