import { expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { recorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2026, 5, 1);

it("counts its objects once until there are others, however often its status is asked for", async () => {
  const bench = recorderBench(START + HOUR_MS);
  const counted: string[] = [];
  const { sql } = bench.storage;
  const exec = sql.exec.bind(sql);
  sql.exec = ((query: string, ...bindings: SqlStorageValue[]) => {
    if (/^SELECT count.* FROM objects$/.test(query)) counted.push(query);
    return exec(query, ...bindings);
  }) as typeof exec;
  const status = () => bench.recorder().status();
  expect([status().segments, status().storedBytes]).toEqual([0, 0]);
  await bench.post([{ times: [START], tags: { temp: [21] } }]);
  expect(status().segments).toBe(0);
  expect(counted).toHaveLength(1);

  bench.advance(10 * MINUTE_MS);
  await bench.settle();
  const { segments, storedBytes } = status();
  expect(segments).toBe(1);
  expect(storedBytes).toBeGreaterThan(0);
  expect(status().segments).toBe(1);
  expect(counted).toHaveLength(2);

  bench.restart();
  expect(status()).toMatchObject({ segments, storedBytes });
});
