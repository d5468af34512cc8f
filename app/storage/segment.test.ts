import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Column, Columns } from "#app/domain/series/types.ts";
import { segmentKey } from "./keys.ts";
import { memoryStore } from "./object-store.ts";
import { clipColumn } from "#app/domain/series/clip.ts";
import {
  readSegment,
  SegmentMissingError,
  SMALL_FILE_BYTES,
  type TimeSpan,
} from "./segment-read.ts";
import { writeSegment } from "./segment-write.ts";
import { countSamples, HOUR_START_MS, makeHour } from "./testing/make-hour.ts";

const KEY = segmentKey(7, HOUR_START_MS, 1, 1);

const numbers = (values: number[], times = values.map((_, i) => HOUR_START_MS + i)): Column => ({
  kind: "number",
  times: Float64Array.from(times),
  values: Float64Array.from(values),
});
const texts = (values: string[], times = values.map((_, i) => HOUR_START_MS + i)): Column => ({
  kind: "text",
  times: Float64Array.from(times),
  values,
});

async function roundTrip(
  columns: Columns,
  metrics: string[] | null = null,
  span?: TimeSpan,
): Promise<Columns> {
  const store = memoryStore();
  const { bytes } = writeSegment(columns);
  await store.put(KEY, bytes);
  return readSegment(store, KEY, metrics, { bytes: bytes.length }, span);
}

/** A file too large for one get, by texts that do not compress. */
function makeLargeColumns(): Columns {
  let state = 1;
  const noise = () =>
    String.fromCharCode(
      33 + (((state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24) % 90),
    );
  const filler = () =>
    texts(Array.from({ length: 400 }, () => Array.from({ length: 250 }, noise).join("")));
  return {
    a: numbers([1, 2, 3]),
    b_filler: filler(),
    m: numbers([4, 5]),
    n: numbers([6]),
    y_filler: filler(),
    z: texts(["last"]),
  };
}

describe("a segment", () => {
  it("gives a realistic hour back exactly, within 0.27 bytes a point", async () => {
    const hour = makeHour();
    const written = writeSegment(hour);
    expect(written).toMatchObject({
      rows: 3600,
      firstMs: HOUR_START_MS,
      lastMs: HOUR_START_MS + 3_599_000,
    });
    expect(written.bytes.length / countSamples(hour)).toBeLessThan(0.27);
    expect(await roundTrip(hour)).toEqual(hour);
  });

  it("keeps every kind of number exactly", async () => {
    const columns: Columns = {
      huge: numbers([1.7976931348623157e308, -1e300, 3]),
      tiny: numbers([5e-324, -2.2250738585072014e-308, 0]),
      int32_edges: numbers([2 ** 31 - 1, -(2 ** 31)]),
      past_int32: numbers([2 ** 31, -(2 ** 31) - 1]),
      past_2_53: numbers([2 ** 53, 2 ** 53 + 2, 1e19]),
      safe_edges: numbers([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]),
      tenths: numbers([0.1, 0.2, 0.30000000000000004]),
      cents: numbers([0.29, 1.005, -1234567.89]),
      wide_cents: numbers([90071992547409.91, 0.01]),
      long_tail: numbers([0.123456789, 0.1234567891]),
      float32: numbers([12.3, -7.25e-12, 3.4028234663852886e38].map(Math.fround)),
      drives_ready: numbers([0, 1, 1, 0]),
      jam_detected: numbers([0, 1, 2]),
      one: numbers([42]),
    };
    expect(await roundTrip(columns)).toEqual(columns);
  });

  it("keeps texts exactly, byte order marks and all", async () => {
    const columns = {
      order: texts(["", "\uFEFFmark", "Ø½″ 製本 🙂", "a\u0000b", "x".repeat(256)]),
    };
    expect(await roundTrip(columns)).toEqual(columns);
  });

  it("keeps metrics whose names look like something else", async () => {
    const columns: Columns = {
      time: numbers([1]),
      _time: numbers([2]),
      Time: texts(["3"]),
      "a.b": numbers([4]),
      "": numbers([5]),
      constructor: numbers([6]),
      größe: numbers([7]),
      "order (text)": numbers([8]),
      "order (text')": texts(["9"]),
      "time (text)": numbers([10]),
      "a (text) b (text'') c": numbers([11]),
    };
    expect(await roundTrip(columns)).toEqual(columns);
  });

  it("keeps metrics of different scans apart and leaves out those without samples", async () => {
    const a = numbers([1, 2, 3], [10, 20, 30]);
    const b = texts(["x", "y"], [15, 20]);
    expect(writeSegment({ a, b }).rows).toBe(4);
    expect(await roundTrip({ a, b, none: numbers([]) })).toEqual({ a, b });
  });

  it("stores -0 as 0", async () => {
    expect(await roundTrip({ a: numbers([-0, 0.5]), b: numbers([-0]) })).toEqual({
      a: numbers([0, 0.5]),
      b: numbers([0]),
    });
  });

  it("refuses to be empty or out of order", () => {
    expect(() => writeSegment({ a: numbers([]) })).toThrow("at least one sample");
    expect(() => writeSegment({ a: numbers([1, 2], [20, 10]) })).toThrow("do not ascend");
  });

  it("round-trips any columns", async () => {
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.maxSafeInteger(),
      fc
        .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 6 }))
        .map(([n, scale]) => n / 10 ** scale),
      fc.constantFrom(0, 1),
    );
    const times = fc
      .uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 200 })
      .map((offsets) => offsets.sort((a, b) => a - b).map((offset) => HOUR_START_MS + offset));
    const list = <T>(arb: fc.Arbitrary<T>, length: number) =>
      fc.array(arb, { minLength: length, maxLength: length });
    const column = times.chain((at) =>
      fc.oneof(
        fc
          .oneof(
            list(value, at.length),
            list(fc.constantFrom(0, 1), at.length),
            list(fc.float({ noNaN: true, noDefaultInfinity: true }), at.length),
            list(
              fc.integer({ min: 0, max: 999 }).map((n) => n / 10),
              at.length,
            ),
          )
          .map((values) =>
            numbers(
              values.map((v) => v + 0),
              at,
            ),
          ),
        list(fc.string({ unit: "grapheme", maxLength: 12 }), at.length).map((values) =>
          texts(values, at),
        ),
      ),
    );
    const name = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom("time", "drives_ready", "machine_state"),
    );
    const edge = fc.integer({ min: -5, max: 405 }).map((offset) => HOUR_START_MS + offset);
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(name, column, { maxKeys: 6, noNullPrototype: true }),
        edge,
        edge,
        async (columns, a, b) => {
          const filled = Object.fromEntries(
            Object.entries(columns).filter(([, { times: at }]) => at.length > 0),
          );
          fc.pre(Object.keys(filled).length > 0);
          expect(await roundTrip(columns)).toEqual(filled);
          const [first = ""] = Object.keys(filled);
          expect(await roundTrip(columns, [first, "absent"])).toEqual({ [first]: filled[first] });
          const [fromMs, toMs] = [Math.min(a, b), Math.max(a, b)];
          const inside = Object.fromEntries(
            Object.entries(filled).map(([metric, each]) => [
              metric,
              clipColumn(each, fromMs, toMs),
            ]),
          );
          expect(await roundTrip(columns, null, [fromMs, toMs])).toEqual(inside);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("reading a segment", () => {
  it("takes a small file in one get and never again", async () => {
    const store = memoryStore();
    const { bytes } = writeSegment(makeHour());
    await store.put(KEY, bytes);
    expect(Object.keys(await readSegment(store, KEY, ["machine_speed"]))).toEqual([
      "machine_speed",
    ]);
    await readSegment(store, KEY, ["machine_state", "sheet_count"]);
    expect(store.counts).toMatchObject({ gets: 1, bytesRead: bytes.length });
  });

  it("takes of a large file the footer once and then the wanted chunks, near ones together", async () => {
    const store = memoryStore();
    const columns = makeLargeColumns();
    const { bytes } = writeSegment(columns);
    expect(bytes.length).toBeGreaterThan(SMALL_FILE_BYTES);
    await store.put(KEY, bytes);
    expect(await readSegment(store, KEY, ["m", "n"], { bytes: bytes.length })).toEqual({
      m: columns.m,
      n: columns.n,
    });
    // The footer, the times at the file's start, m and n in its middle.
    expect(store.counts.gets).toBe(3);
    expect(store.counts.bytesRead).toBeLessThan(40_000);
    // The times are known from then on.
    expect(await readSegment(store, KEY, ["n"], { bytes: bytes.length })).toEqual({ n: columns.n });
    expect(store.counts.gets).toBe(4);
    expect(await readSegment(store, KEY, ["absent"], { bytes: bytes.length })).toEqual({});
    expect(store.counts.gets).toBe(4);
    expect(await readSegment(store, KEY, null)).toEqual(columns);
  });

  it("finds out the size of a large file by itself", async () => {
    const store = memoryStore();
    const columns = makeLargeColumns();
    await store.put(KEY, writeSegment(columns).bytes);
    expect(await readSegment(store, KEY, ["a", "z"])).toEqual({ a: columns.a, z: columns.z });
    expect(store.counts.gets).toBe(2);
  });

  it("takes a footer that is larger than guessed", async () => {
    const store = memoryStore();
    const wide: Columns = Object.fromEntries(
      Array.from({ length: 2500 }, (_, i) => [
        `a_long_metric_name_that_fills_the_footer_${i}`,
        numbers([i]),
      ]),
    );
    const { bytes } = writeSegment(wide);
    await store.put(KEY, bytes);
    expect(bytes.length).toBeGreaterThan(SMALL_FILE_BYTES);
    expect(await readSegment(store, KEY, null, { bytes: bytes.length })).toEqual(wide);
  });

  it("says what is wrong with an object", async () => {
    const store = memoryStore();
    await expect(readSegment(store, KEY, null)).rejects.toThrow(SegmentMissingError);
    const { bytes } = writeSegment({ a: numbers([1]) });
    await store.put(KEY, bytes);
    await expect(readSegment(store, KEY, null, { bytes: bytes.length + 1 })).rejects.toThrow(
      `has ${bytes.length} bytes, its manifest says ${bytes.length + 1}`,
    );
    await store.put("cut", bytes.subarray(0, bytes.length - 3));
    await expect(readSegment(store, "cut", null)).rejects.toThrow("not a Parquet file");
  });
});
