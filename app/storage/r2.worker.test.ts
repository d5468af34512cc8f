import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { IngestEnv } from "#app/platform/env.ts";
import type { Columns } from "#app/domain/series/types.ts";
import { segmentKey } from "./keys.ts";
import { r2Store, type ByteRange } from "./object-store.ts";
import { readSegment, SegmentMissingError } from "./segment-read.ts";
import { writeSegment } from "./segment-write.ts";
import { countSamples, HOUR_START_MS, makeHour } from "./testing/make-hour.ts";

const store = r2Store((env as unknown as IngestEnv).SERIES);

describe("the store in R2", () => {
  it("is its bucket's, so that what is remembered outlives a request", () => {
    expect(r2Store((env as unknown as IngestEnv).SERIES).owner).toBe(store.owner);
  });

  it("answers ranges, and all of an object that is shorter than the suffix asked for", async () => {
    await store.put("r2-test/ten", Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
    const bytes = async (range?: ByteRange) => {
      const object = await store.get("r2-test/ten", range);
      return object && { bytes: [...new Uint8Array(object.bytes)], size: object.size };
    };
    expect(await bytes({ offset: 2, length: 3 })).toEqual({ bytes: [2, 3, 4], size: 10 });
    expect(await bytes({ suffix: 2 })).toEqual({ bytes: [8, 9], size: 10 });
    expect((await bytes({ suffix: 500 }))?.bytes).toHaveLength(10);
    await store.delete(["r2-test/ten", "r2-test/never-was"]);
    expect(await bytes()).toBeNull();
  });

  it("keeps a segment that workerd wrote and reads", async () => {
    const hour: Columns = makeHour();
    const key = segmentKey(99, HOUR_START_MS, 1, 1);
    await expect(readSegment(store, key, null)).rejects.toThrow(SegmentMissingError);
    const { bytes } = writeSegment(hour);
    expect(bytes.length / countSamples(hour)).toBeLessThan(0.27);
    await store.put(key, bytes);
    const read = await readSegment(store, key, null, { bytes: bytes.length });
    for (const [metric, column] of Object.entries(hour))
      expect(read[metric], metric).toEqual(column);
    await store.delete([key]);
  });

  it("keeps a day of noise, more than workerd's zstd takes", async () => {
    const times = Float64Array.from({ length: 86_400 }, (_, index) => HOUR_START_MS + index * 1000);
    const random = (seed: number) => {
      let state = seed;
      return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
    };
    const column = (make: (at: number) => number): Columns[string] => ({
      kind: "number",
      times,
      values: times.map((_, at) => make(at)),
    });
    const [a, b, c] = [random(1), random(2), random(3)];
    const day: Columns = {
      counter: column((at) => at * 3 + Math.floor(a() * 2)),
      decimals: column(() => Math.round(b() * 90_000) / 100),
      doubles: column(() => c() * 1000),
      text: { kind: "text", times, values: Array.from(times, (_, at) => `order ${at}`) },
    };
    const { bytes } = writeSegment(day);
    await store.put("r2-test/day", bytes);
    const read = await readSegment(store, "r2-test/day", null, { bytes: bytes.length });
    for (const [metric, values] of Object.entries(day))
      expect(read[metric], metric).toEqual(values);
    await store.delete(["r2-test/day"]);
  });
});
