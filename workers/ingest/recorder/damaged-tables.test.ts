/**
 * A recorder's own tables with a flipped bit, which SQLite does not notice: each question is answered rightly or by a named
 * failure, never with another number.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { AppError } from "#app/domain/errors.ts";
import { seriesFailure } from "#app/storage/damage.ts";
import { createSeriesReader } from "#app/storage/series-reader.ts";
import { DEVICE, recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2024, 11, 30);
const METRICS = ["machine_state", "temp", "humid", "order_number"];
/** Flips tried of one value: of every byte where there are not more. */
const FLIPS = 10;

/** Two days in hours of their own, then an hour that is not sealed: every kind of roll-up stands in a table, some in files too. */
async function filled(): Promise<RecorderBench> {
  const bench = recorderBench(START + 50 * HOUR_MS);
  const times = Array.from({ length: 50 * 12 }, (_, at) => START + at * 5 * MINUTE_MS + (at % 50));
  await bench.post([
    {
      times,
      tags: {
        machine_state: times.map((_, at) => (at % 50 < 10 ? 2 : 3)),
        temp: times.map((_, at) => ((at * 7919) % 997) / 8),
        humid: times.map((_, at) => ((at * 104_729) % 991) / 8),
        order_number: times.map((_, at) => `A-${Math.floor(at / 45)} Ø`),
      },
    },
  ]);
  bench.advance(10 * MINUTE_MS);
  await bench.settle();
  const now = bench.nowMs();
  await bench.post([{ times: [now - 1000, now], tags: { temp: [7, 8], humid: [3, 4] } }]);
  return bench;
}

const SPANS = {
  raw: { startMs: START + 40 * HOUR_MS, endMs: START + 51 * HOUR_MS, buckets: 5000 },
  minute: { startMs: START + 24 * HOUR_MS, endMs: START + 51 * HOUR_MS, buckets: 90 },
  hour: { startMs: START, endMs: START + 2 * DAY_MS, buckets: 24 },
  day: { startMs: START, endMs: START + 2 * DAY_MS, buckets: 2 },
};

/** What SQLite's own words become for a caller too. */
const isNamed = (error: unknown): boolean => (seriesFailure(error) ?? error) instanceof AppError;

/** Wakes the recorder and asks all questions; null in place of an answer that is a named failure. */
async function ask(bench: RecorderBench): Promise<Record<string, unknown> | null> {
  const named = (error: unknown) => {
    if (isNamed(error)) return null;
    throw error;
  };
  try {
    bench.restart();
  } catch (error) {
    return named(error);
  }
  const reader = createSeriesReader({
    store: bench.store,
    recorder: () => ({
      snapshot: (request) => bench.recorder().snapshot(request),
      snapshotPart: async (more) => bench.recorder().snapshotPart(more),
    }),
  });
  const answers: Record<string, unknown> = {};
  for (const [name, span] of Object.entries(SPANS))
    answers[name] = await reader
      .buckets({ deviceId: DEVICE, metrics: METRICS, ...span })
      .catch(named);
  for (const [name, toMs] of Object.entries({ states: START + 51 * HOUR_MS, day: START + DAY_MS }))
    answers[`${name} of states`] = await reader
      .stateChanges({ deviceId: DEVICE, startMs: START, endMs: toMs })
      .catch(named);
  return { ...answers, ...bench.recorder().latest(METRICS) };
}

type Row = Record<string, SqlStorageValue>;
const tablesOf = ({ storage: { sql } }: RecorderBench): Map<string, Row[]> =>
  new Map(
    sql
      .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .toArray()
      .map(({ name }) => [name, sql.exec(`SELECT * FROM ${name}`).toArray()]),
  );

function restore({ storage: { sql } }: RecorderBench, tables: ReadonlyMap<string, Row[]>): void {
  for (const [name, rows] of tables) {
    sql.exec(`DELETE FROM ${name}`);
    for (const row of rows)
      sql.exec(
        `INSERT INTO ${name} VALUES (${Object.keys(row)
          .map(() => "?")
          .join()})`,
        ...Object.values(row),
      );
  }
}

/** The value with one bit flipped, of every byte or of some of them. */
function* flips(value: SqlStorageValue): Generator<SqlStorageValue> {
  if (typeof value === "number") {
    for (let bit = 1; bit < 2 ** 40; bit *= 8)
      yield value + (Math.floor(value / bit) % 2 === 0 ? bit : -bit);
    return;
  }
  const isText = typeof value === "string";
  const bytes = isText ? new TextEncoder().encode(value) : new Uint8Array(value as ArrayBuffer);
  const step = Math.max(1, Math.floor(bytes.length / FLIPS));
  for (let at = 0; at < bytes.length; at += step) {
    const flipped = bytes.slice();
    flipped[at] = (flipped[at] as number) ^ (1 << (at % 7));
    yield isText ? new TextDecoder().decode(flipped) : (flipped.buffer as ArrayBuffer);
  }
}

describe("a recorder's tables with a flipped bit", () => {
  let bench: RecorderBench;
  let right: Record<string, unknown>;
  let kept: Map<string, Row[]>;
  beforeAll(async () => {
    bench = await filled();
    right = (await ask(bench)) as Record<string, unknown>;
    kept = tablesOf(bench);
  });

  const places: [table: string, column: string, where: string][] = [
    ["minutes", "rows", "unit = (SELECT max(unit) FROM minutes)"],
    ["minutes", "offsets", "unit = (SELECT max(unit) FROM minutes)"],
    ["minutes", "texts", "unit = (SELECT max(unit) FROM minutes)"],
    ["minutes", "layout", "unit = (SELECT max(unit) FROM minutes)"],
    ["hours", "rows", "unit = (SELECT min(unit) FROM hours)"],
    ["hours", "texts", "unit = (SELECT min(unit) FROM hours)"],
    ["hours", "layout", "unit = (SELECT min(unit) FROM hours)"],
    ["layouts", "metrics", "id = (SELECT layout FROM minutes LIMIT 1)"],
    ["layouts", "id", "id = (SELECT layout FROM minutes LIMIT 1)"],
    ["states", "states", "day = (SELECT min(day) FROM states)"],
    ["state_sums", "whole", "day = (SELECT min(day) FROM states)"],
    ["meta", "value", "key = 'latest'"],
    ["meta", "value", "key = 'settled'"],
    ["meta", "value", "key = 'config'"],
    ["meta", "value", "key = 'sealed_seq'"],
    ["meta", "value", "key = 'needed_from'"],
    ["meta", "value", "key = 'row_fields'"],
  ];
  it.each(places)(
    "%s.%s, %s: answers rightly or by a named failure",
    async (table, column, where) => {
      const { sql } = bench.storage;
      const [row] = sql.exec(`SELECT ${column} AS value FROM ${table} WHERE ${where}`).toArray();
      let noticed = 0;
      for (const value of flips((row as Row).value as SqlStorageValue)) {
        sql.exec(`UPDATE ${table} SET ${column} = ? WHERE ${where}`, value);
        const got = await ask(bench);
        if (got === null || Object.values(got).includes(null)) noticed++;
        // A newest value that is not remembered any more is none.
        for (const [question, answer] of Object.entries(got ?? {}))
          if (answer !== null)
            expect({ [question]: answer }).toEqual({ [question]: right[question] });
        if (bench.events.some(({ event }) => event === "recorder_memory_damaged")) noticed++;
        bench.events.length = 0;
        restore(bench, kept);
      }
      expect(noticed).toBeGreaterThan(0);
    },
  );
});

describe("a recorder with a flipped bit in what it must know to go on", () => {
  const newest = "hour = (SELECT max(hour) FROM segments)";
  const places: [table: string, column: string, where: string][] = [
    ["meta", "value", "key = 'sealed_seq'"],
    ["meta", "value", "key = 'row_fields'"],
    ["meta", "value", "key = 'generation'"],
    ["segments", "hour", newest],
    ["segments", "key", newest],
    ["segments", "first", newest],
    ["segments", "last", newest],
    ["segments", "carry", newest],
    ["segments", "sealed_seq", newest],
    ["segments", "derived", newest],
    ["segments", "rates", newest],
    ["kinds", "metric", "metric = 'temp'"],
    ["kinds", "kind", "metric = 'order_number'"],
    ["dirty", "day", "day = (SELECT max(day) FROM dirty)"],
    ["objects", "level", "level = 'minute'"],
    ["objects", "start", "level = 'minute'"],
  ];
  it.each(places)(
    "%s.%s, %s: wakes, takes samples, seals, and answers all as before",
    async (table, column, where) => {
      const bench = await filled();
      if (table === "objects") {
        bench.advance(DAY_MS);
        await bench.settle();
      }
      const right = (await ask(bench)) as Record<string, unknown>;
      const derived = () =>
        bench.reader.buckets({
          deviceId: DEVICE,
          metrics: ["time_online", "uptime"],
          ...SPANS.raw,
        });
      const rightDerived = await derived();
      const { sql } = bench.storage;
      const [row] = sql.exec(`SELECT ${column} AS value FROM ${table} WHERE ${where}`).toArray();
      const [, flipped] = flips((row as Row).value as SqlStorageValue);
      sql.exec(`UPDATE ${table} SET ${column} = ? WHERE ${where}`, flipped as SqlStorageValue);
      bench.events.length = 0;
      expect(await ask(bench)).toMatchObject(right);
      bench.advance(3 * HOUR_MS);
      expect(await bench.post([{ times: [bench.nowMs()], tags: { temp: [9] } }])).toMatchObject({
        status: "stored",
        accepted: 1,
      });
      bench.advance(3 * HOUR_MS);
      await bench.settle();
      expect(bench.recorder().status().unsealedSamples).toBe(0);
      expect(bench.events.filter(({ event }) => /unreadable|upkeep_failed/.test(event))).toEqual(
        [],
      );
      const told = bench.events.some(({ event }) => event === "recorder_memory_damaged");
      expect(told).toBe(table !== "dirty" && column !== "kind");
      const again = (await ask(bench)) as Record<string, unknown>;
      for (const name of Object.keys(SPANS)) expect(again[name]).toEqual(right[name]);
      expect(await derived()).toEqual(rightDerived);
    },
  );
});

it("seals the hours after a day of states that is damaged, and does not take it for whole", async () => {
  const bench = recorderBench(START + 3 * HOUR_MS);
  const postAt = (startMs: number) =>
    bench.post([{ times: [startMs, startMs + MINUTE_MS], tags: { machine_state: [2, 3] } }]);
  await postAt(START);
  bench.advance(HOUR_MS);
  await bench.settle();
  bench.storage.sql.exec("UPDATE states SET states = ?", new Uint8Array([0, 0, 0, 1]));
  bench.restart();
  await postAt(START + 2 * HOUR_MS);
  bench.advance(2 * HOUR_MS);
  await bench.settle();
  expect(bench.events.filter(({ event }) => event === "recorder_upkeep_failed")).toEqual([]);
  await expect(
    bench.reader.stateChanges({ deviceId: DEVICE, startMs: START, endMs: START + DAY_MS }),
  ).rejects.toMatchObject({ code: "series_damaged" });
});

it.each(["rows", "texts", "layout"])(
  "moves the other hours of a month into its file when the %s of one are damaged",
  async (column) => {
    const bench = recorderBench(START + 6 * HOUR_MS);
    const times = [0, 1, 2].map((hour) => START + hour * HOUR_MS);
    const tags = { temp: [1, 2, 3], order_number: ["A", "B", "C"] };
    await bench.post([{ times, tags }]);
    bench.advance(HOUR_MS);
    await bench.settle();
    const { sql } = bench.storage;
    const value = `${column} AS value FROM hours WHERE unit = ${START + HOUR_MS}`;
    const [row] = sql.exec(`SELECT ${value}`).toArray();
    const [damaged] = flips((row as Row).value as SqlStorageValue);
    sql.exec(`UPDATE hours SET ${column} = ? WHERE unit = ?`, damaged, START + HOUR_MS);
    bench.restart();
    bench.advance(40 * DAY_MS);
    for (let turn = 0; turn < 3; turn++) await bench.settle();
    const left = sql.exec("SELECT unit FROM hours ORDER BY unit").toArray();
    expect(left).toEqual([{ unit: START + HOUR_MS }]);
    expect(bench.store.keys().filter((key) => key.startsWith("rollup/1h/"))).toHaveLength(1);
  },
);

it("makes the hours whose list of metrics is damaged anew, and moves all of a month into its file", async () => {
  const bench = recorderBench(START + 12 * HOUR_MS);
  const timesOf = (hours: number[]) => hours.map((hour) => START + hour * HOUR_MS);
  await bench.post([{ times: timesOf([0, 1, 2, 3]), tags: { temp: [1, 2, 3, 4] } }]);
  await bench.post([{ times: timesOf([5, 6]), tags: { humid: [5, 6] } }]);
  bench.advance(HOUR_MS);
  await bench.settle();
  // Packed: nothing is behind.
  bench.advance(2 * DAY_MS);
  await bench.settle();
  const ask = () =>
    bench.reader.buckets({ deviceId: DEVICE, metrics: ["temp", "humid"], ...SPANS.hour });
  const right = await ask();
  bench.storage.sql.exec(
    "UPDATE layouts SET metrics = replace(metrics, 'temp', 'tamp') WHERE metrics LIKE '%temp%'",
  );
  bench.restart();
  bench.advance(40 * DAY_MS);
  for (let turn = 0; turn < 4; turn++) {
    await bench.settle();
    bench.advance(2 * HOUR_MS);
  }
  expect(bench.storage.sql.exec("SELECT unit FROM hours").toArray()).toEqual([]);
  expect(await ask()).toEqual(right);
});
