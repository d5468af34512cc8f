import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BatchFrame } from "./batch-frame.ts";
import { decodeBatch, encodeBatch } from "./batch.ts";

const read = (bytes: Uint8Array) =>
  decodeBatch(bytes).map((column) => [
    column.tag,
    [...column.times],
    [...column.times].map((_, row) => column.valueAt(row)),
  ]);

describe("a batch", () => {
  it("comes back as it was, booleans as 0 and 1", () => {
    const { bytes, samples, rejected } = encodeBatch([
      {
        times: [1763700000000, 1763700001000],
        tags: {
          machine_speed: [181.5, 182],
          machine_state: ["running", null],
          jam_detected: [false, true],
          count: [70000, -1],
        },
      },
    ]);
    expect(samples).toBe(7);
    expect(rejected).toEqual([]);
    expect(read(bytes)).toEqual([
      ["machine_speed", [1763700000000, 1763700001000], [181.5, 182]],
      ["machine_state", [1763700000000, 1763700001000], ["running", null]],
      ["jam_detected", [1763700000000, 1763700001000], [0, 1]],
      ["count", [1763700000000, 1763700001000], [70000, -1]],
    ]);
  });

  it("names a tag the same in any place, one that begins with a byte order mark too", () => {
    const bytesOf = (tags: string[]) =>
      encodeBatch([{ times: [1], tags: Object.fromEntries(tags.map((tag) => [tag, [1]])) }]).bytes;
    const names = (tags: string[]) => decodeBatch(bytesOf(tags)).map(({ tag }) => tag);
    expect(names(["\ufeffa", "b"])).toEqual(["\ufeffa", "b"]);
    expect(names(["b", "\ufeffa"])).toEqual(["b", "\ufeffa"]);
  });

  it("leaves bad values out and counts them, keeping their neighbours", () => {
    const { bytes, samples, rejected } = encodeBatch([
      {
        times: [1, 2, 3, 4],
        tags: { a: [1, Infinity, { x: 1 }, "y".repeat(257)], b: [[], 2.5, null, true] },
      },
    ]);
    expect(samples).toBe(7);
    expect(rejected).toEqual([
      { tag: "a", reason: "bad_value", count: 3 },
      { tag: "b", reason: "bad_value", count: 1 },
    ]);
    expect(read(bytes)).toEqual([
      ["a", [1, 2, 3, 4], [1, null, null, null]],
      ["b", [1, 2, 3, 4], [null, 2.5, null, 1]],
    ]);
  });

  it("counts a text's characters as people do", () => {
    const emoji = "\u{1F600}";
    const { bytes, rejected } = encodeBatch([
      {
        times: [1, 2, 3],
        tags: { a: [emoji.repeat(256), emoji.repeat(257), emoji.repeat(255) + "ab"] },
      },
    ]);
    expect(rejected).toEqual([{ tag: "a", reason: "bad_value", count: 2 }]);
    expect(read(bytes)).toEqual([["a", [1, 2, 3], [emoji.repeat(256), null, null]]]);
  });

  it("names each tag once where many frames have a sample each, the last one of a time last", () => {
    const frames = Array.from({ length: 6_000 }, (_, at): BatchFrame => ({
      times: [at % 3_000],
      tags: at % 2 === 0 ? { a_rather_long_name: [at] } : { b: [`${at}`], c: [null] },
    }));
    const columns = decodeBatch(encodeBatch(frames).bytes);
    expect(columns.map(({ tag, times }) => [tag, times.length])).toEqual([
      ["a_rather_long_name", 3_000],
      ["b", 3_000],
    ]);
    const last = new Map<number, unknown>();
    for (const { times, valueAt } of columns)
      times.forEach((timeMs, row) => last.set(timeMs, valueAt(row)));
    expect(last).toEqual(
      new Map(
        Array.from({ length: 3_000 }, (_, at) => [at, at % 2 ? `${at + 3_000}` : at + 3_000]),
      ),
    );
  });

  it("splits a column of numbers and texts in two", () => {
    const { bytes } = encodeBatch([{ times: [1, 2], tags: { machine_state: [3, "off"] } }]);
    expect(read(bytes)).toEqual([
      ["machine_state", [1, 2], [3, null]],
      ["machine_state", [1, 2], [null, "off"]],
    ]);
  });

  it("keeps the last of a number and a text at one time, whichever it is", () => {
    const lastOf = (values: unknown[]) => {
      const { bytes } = encodeBatch([{ times: values.map(() => 1), tags: { a: values } }]);
      return read(bytes).flatMap(([, , cells]) => (cells as unknown[]).filter((v) => v !== null));
    };
    expect(lastOf([1, "x"])).toEqual(["x"]);
    expect(lastOf(["x", 1])).toEqual([1]);
    expect(lastOf(["x", 1, "y", true])).toEqual([1]);
    expect(lastOf([1, "x", {}, null, "y".repeat(257)])).toEqual(["x"]);
  });

  it("holds any numbers and texts exactly", () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.integer({ min: 0, max: 300 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string({ maxLength: 256 }),
    );
    const frame = fc.integer({ min: 0, max: 12 }).chain((rows) =>
      fc.record({
        times: fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 45 }), {
          minLength: rows,
          maxLength: rows,
        }),
        tags: fc.dictionary(
          fc.stringMatching(/^[a-z_.é]{1,9}$/),
          fc.array(value, { minLength: rows, maxLength: rows }),
          { maxKeys: 6 },
        ),
      }),
    );
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 3 }), (frames) => {
        const columns = decodeBatch(encodeBatch(frames).bytes);
        for (const frame of frames)
          for (const [tag, values] of Object.entries(frame.tags)) {
            const kinds = new Set(
              values
                .filter((value) => value !== null)
                .map((value) => (typeof value === "string" ? "text" : "number")),
            );
            const mine = columns.splice(0, kinds.size);
            const merged = values.map(
              (_, row) =>
                mine.map((column) => column.valueAt(row)).find((value) => value !== null) ?? null,
            );
            expect(mine.every((column) => column.tag === tag)).toBe(true);
            expect(merged).toEqual(
              values.map((value) => (typeof value === "boolean" ? Number(value) : value)),
            );
            for (const column of mine) expect([...column.times]).toEqual(frame.times);
          }
        expect(columns).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("refuses bytes that are no batch", () => {
    expect(() => decodeBatch(new Uint8Array(10))).toThrow(RangeError);
    expect(() => decodeBatch(new Uint8Array(64))).toThrow(RangeError);
  });
});
