/** What the pages of a file are unpacked and read into is given back as soon as a column's values are read, and nothing of it before. */
import { expect, it, vi } from "vitest";
import type { Column, Columns } from "#app/domain/series/types.ts";
import { memoryStore } from "./object-store.ts";
import { loadSegment, readSegment } from "./segment-read.ts";
import { writeSegment } from "./segment-write.ts";

/** Columns of whole numbers that were made, as a reader of Parquet makes them. */
const integers = vi.hoisted(() => {
  const made: ArrayBufferView[] = [];
  const counted = <T extends typeof Int32Array | typeof BigInt64Array>(kind: T): T =>
    new Proxy(kind, {
      construct(target, given: ConstructorParameters<T>) {
        const column = Reflect.construct(target, given) as ArrayBufferView;
        made.push(column);
        return column;
      },
    });
  globalThis.Int32Array = counted(Int32Array);
  globalThis.BigInt64Array = counted(BigInt64Array);
  return made;
});
/** Every page that was unpacked, in a piece of memory of its own, as workerd answers it; one that was given back has no bytes. */
const pages = vi.hoisted((): Uint8Array[] => []);
vi.mock("node:zlib", async (original) => {
  const zlib = await original<typeof import("node:zlib")>();
  const held =
    (unpack: (bytes: Uint8Array) => Uint8Array) =>
    (bytes: Uint8Array): Uint8Array => {
      const page = Uint8Array.from(unpack(bytes));
      pages.push(page);
      return page;
    };
  return {
    ...zlib,
    gunzipSync: held((bytes) => zlib.gunzipSync(bytes)),
    zstdDecompressSync: held((bytes) => zlib.zstdDecompressSync(bytes)),
  };
});
const bytesHeld = (): number =>
  [...pages, ...integers].reduce((sum, { byteLength }) => sum + byteLength, 0);
const forget = (): void => void (pages.length = integers.length = 0);

const ROWS = 1440;
const every = Float64Array.from({ length: ROWS }, (_, row) => row * 60_000);
/** Of no steady pace, so that they are a column of the file. */
const uneven = every.map((time, row) => time + ((row * row) % 977));
const numbers = (valueAt: (row: number) => number, times: Float64Array): Column => ({
  kind: "number",
  times,
  values: times.map((_, row) => valueAt(row)),
});
const columnsAt = (times: Float64Array): Columns => ({
  few: numbers((row) => (row * row) % 23, times),
  whole: numbers((row) => Math.imul(row, 2_654_435_761), times),
  decimal: numbers((row) => Math.round(Math.sin(row) * 1e5) / 100, times),
  double: numbers((row) => Math.sin(row), times),
  large: numbers((row) => row * 2 ** 40, times),
  flag: numbers((row) => row % 2, times),
  sparse: numbers((row) => Math.sin(row) * 1e6, times.subarray(700, 720)),
  text: { kind: "text", times, values: Array.from(times, (_, row) => `order ${row % 50}`) },
});

it.each([
  ["at a steady pace", every],
  ["at no steady pace", uneven],
])("%s, column by column, with the values there were", async (_, times) => {
  const columns = columnsAt(times);
  const store = memoryStore();
  const { bytes } = writeSegment(columns);
  await store.put("a", bytes);
  const part: [number, number] = [times[200] as number, times[900] as number];
  for (const span of [undefined, part]) {
    forget();
    const read = await readSegment(store, "a", null, { bytes: bytes.length }, span);
    for (const [name, { times, values }] of Object.entries(columns)) {
      const found = read[name];
      expect(bytesHeld(), name).toBe(0);
      const within = Array.from(times.keys()).filter((row) =>
        span ? (times[row] as number) >= span[0] && (times[row] as number) < span[1] : true,
      );
      expect([...(found?.times ?? [])], name).toEqual(within.map((row) => times[row]));
      expect([...(found?.values ?? [])], name).toEqual(within.map((row) => values[row]));
    }
    expect(pages.length).toBeGreaterThanOrEqual(Object.keys(columns).length);
  }
  forget();
  const loaded = await loadSegment(store, "a");
  for (const name of loaded.metrics) loaded.column(name);
  expect([pages.length >= Object.keys(columns).length, bytesHeld()]).toEqual([true, 0]);
});
