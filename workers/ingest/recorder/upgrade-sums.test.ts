/** A data folder of the release that kept sums in its roll-ups: answers are right at once, and cheap again when its days are packed anew. */
import { describe, expect, it } from "vitest";
import { plainMean, plainPoints } from "#app/domain/series/testing/plain-points.ts";
import type { Sample } from "#app/domain/series/types.ts";
import { readSegment } from "#app/storage/segment-read.ts";
import { writeSegment } from "#app/storage/segment-write.ts";
import { SUM_BYTES } from "./block-checksum.ts";
import { recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

const START = Date.UTC(2026, 1, 26);
const DAYS = 4;
const FIELDS = 13;

/** Not each second: a mean of samples is another one than a mean by time. */
function samplesOf(day: number): Sample[] {
  return Array.from({ length: 400 }, (_, i) => ({
    timeMs: START + day * DAY_MS + i * 200_000 + ((i * 7919) % 190_000),
    value: Math.round(1800 + ((i * 104_729) % 400)) / 10,
  })).sort((a, b) => a.timeMs - b.timeMs);
}

/** Where each metric's rows of minutes begin, and the last one's end. */
function withoutSums(offsets: ArrayBuffer): Uint32Array {
  const kept = new Uint32Array(offsets);
  return kept.slice(0, (kept.length + 1) / 2);
}

/** Makes of what this release wrote what the one before would have: rows of 12 numbers, files with `_sum`, no `_area`. */
async function asSums(bench: RecorderBench, sent: readonly Sample[]): Promise<void> {
  const { sql } = bench.storage;
  const sumWithin = (fromMs: number, toMs: number): number =>
    sent
      .filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs)
      .reduce((sum, { value }) => sum + Math.round((value as number) * 10), 0) / 10;
  const units = { minutes: 60_000, hours: HOUR_MS, days: DAY_MS } as const;
  for (const [table, unitMs] of Object.entries(units)) {
    const found = sql
      .exec<{ unit: number; rows: ArrayBuffer }>(`SELECT unit, rows FROM ${table}`)
      .toArray();
    for (const { unit, rows } of found) {
      // Without the checksums behind them.
      const metrics = Math.floor(rows.byteLength / (FIELDS * 8 + SUM_BYTES));
      const all = new Float64Array(
        table === "minutes" ? rows : rows.slice(0, metrics * FIELDS * 8),
      );
      const old: number[] = [];
      for (let at = 0; at < all.length; at += FIELDS) {
        const row = [...all.subarray(at, at + FIELDS - 1)];
        row[2] = sumWithin(row[0] as number, (row[0] as number) + unitMs);
        old.push(...row);
      }
      sql.exec(
        `UPDATE ${table} SET rows = ? WHERE unit = ?`,
        new Uint8Array(Float64Array.from(old).buffer),
        unit,
      );
    }
  }
  for (const { unit, offsets } of sql
    .exec<{ unit: number; offsets: ArrayBuffer }>("SELECT unit, offsets FROM minutes")
    .toArray())
    sql.exec(
      "UPDATE minutes SET offsets = ? WHERE unit = ?",
      new Uint8Array(withoutSums(offsets).map((at) => (at / FIELDS) * (FIELDS - 1)).buffer),
      unit,
    );
  for (const key of bench.store.keys().filter((name) => name.startsWith("rollup/"))) {
    const unitMs = key.includes("/1m/") ? 60_000 : key.includes("/1h/") ? HOUR_MS : DAY_MS;
    const columns = await readSegment(bench.store, key, null);
    const { temp_area: area, temp_area_ms: areaMs, temp_held: _held, ...rest } = columns;
    const made = (area ?? areaMs)!;
    const values = made.times.map((timeMs) => sumWithin(timeMs, timeMs + unitMs));
    const few = (rest.temp_count!.values as Float64Array).map((count) => (count <= 2 ? 1 : 0));
    // Minutes of more samples had no last one.
    const last = rest.temp_last!;
    const kept = last.times.map((_, i) => i).filter((i) => unitMs > 60_000 || few[i] === 1);
    const { bytes, chunks } = writeSegment({
      ...rest,
      temp_sum: { kind: "number", times: made.times, values },
      temp_last: {
        kind: "number",
        times: Float64Array.from(kept, (i) => last.times[i] as number),
        values: Float64Array.from(kept, (i) => last.values[i] as number),
      },
    });
    await bench.store.put(key, bytes);
    sql.exec("UPDATE objects SET bytes = ?, chunks = ? WHERE key = ?", bytes.length, chunks, key);
  }
  sql.exec("DELETE FROM meta WHERE key = 'row_fields'");
  sql.exec("DROP TABLE sum_days");
}

describe("a machine whose roll-ups keep sums", () => {
  it("is answered by time at once, from samples, and from new roll-ups after its days are packed again", async () => {
    const bench = recorderBench(START);
    const sent: Sample[] = [];
    for (let day = 0; day < DAYS; day++) {
      const own = samplesOf(day);
      sent.push(...own);
      bench.advance(START + day * DAY_MS + 23 * HOUR_MS - bench.nowMs() + 50 * 60_000);
      await bench.post([
        { times: own.map(({ timeMs }) => timeMs), tags: { temp: own.map(({ value }) => value) } },
      ]);
      bench.advance(2 * HOUR_MS);
      await bench.settle();
    }
    bench.advance(6 * DAY_MS);
    await bench.settle();
    expect(bench.store.keys().filter((key) => key.startsWith("rollup/1h/"))).not.toEqual([]);
    await asSums(bench, sent);
    bench.restart();

    const check = async () => {
      for (const [startMs, endMs, buckets] of [
        [START, START + DAYS * DAY_MS, 4],
        [START + HOUR_MS, START + 50 * HOUR_MS, 7],
        [START + DAY_MS, START + DAY_MS + HOUR_MS, 1],
      ] as const) {
        const query = { deviceId: 1, metrics: ["temp"], startMs, endMs };
        expect((await bench.reader.averages(query)).temp).toBe(plainMean("temp", sent, query));
        expect((await bench.reader.buckets({ ...query, buckets })).temp).toEqual(
          plainPoints("temp", sent, query, buckets),
        );
      }
    };
    const { counts } = bench.store;
    await check();
    bench.restart();
    await bench.settle();
    expect(bench.storage.sql.exec("SELECT day FROM sum_days").toArray()).toEqual([]);
    await check();
    // Whole days come from one file or table of days, and an hour before them, not from samples.
    const before = counts.gets;
    await bench.reader.averages({
      ...{ deviceId: 1, metrics: ["temp"] },
      ...{ startMs: START, endMs: START + DAYS * DAY_MS },
    });
    expect(counts.gets - before).toBeLessThanOrEqual(2);
    for (const ms of [DAY_MS, 7 * DAY_MS]) {
      bench.advance(ms);
      await bench.settle();
      await check();
    }
  });
});
