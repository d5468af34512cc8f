import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Column } from "#app/domain/series/types.ts";
import { decodeColumn } from "./segment-decode.ts";
import { parseFooter } from "./segment-footer.ts";
import { writeSegment } from "./segment-write.ts";

const ROWS = 5_000;
const every = Float64Array.from({ length: ROWS }, (_, row) => 1_000 * row);
const full: Column = { kind: "number", times: every, values: every.map((time) => time / 7) };

/** A column that has a value in some of the rows, as it comes back from a segment whose other column has all. */
function decoded(column: Column, from = 0, to = ROWS): Column {
  const { bytes } = writeSegment({ column, full });
  const chunk = parseFooter(bytes).metrics.get("column")!;
  expect(chunk.element.repetition_type).toBe("OPTIONAL");
  const own = bytes.subarray(chunk.offset, chunk.offset + chunk.length);
  return decodeColumn(chunk, own, every, { from, to });
}
const of = (rows: readonly number[], valueOf: (row: number) => number): Column => ({
  kind: "number",
  times: Float64Array.from(rows, (row) => row * 1_000),
  values: Float64Array.from(rows, valueOf),
});
const kinds: Record<string, (row: number) => number> = {
  "a flag": (row) => (row % 3 === 0 ? 0 : 1),
  "whole numbers": (row) => (row * 7_919) % 200,
  "many whole numbers": (row) => (row * 7_919) % 100_003,
  "large whole numbers": (row) => 2 ** 40 + row,
  hundredths: (row) => ((row * 31) % 997) / 100,
  "any numbers": (row) => Math.sin(row),
};

describe("a column with a value in some rows", () => {
  it.each(Object.entries(kinds))("comes back as it was: %s", (_, valueOf) => {
    const rows = fc.uniqueArray(fc.nat({ max: ROWS - 1 }), { minLength: 1, maxLength: 400 });
    const runs = fc.array(fc.tuple(fc.nat({ max: ROWS - 1 }), fc.integer({ min: 1, max: 900 })), {
      minLength: 1,
      maxLength: 5,
    });
    const any = fc.tuple(rows, runs).map(([some, long]) => {
      const all = new Set(some);
      for (const [from, length] of long)
        for (let row = from; row < Math.min(from + length, ROWS - 1); row++) all.add(row);
      all.delete(ROWS - 1);
      return [...all].sort((a, b) => a - b);
    });
    fc.assert(
      fc.property(any, fc.nat({ max: ROWS }), fc.nat({ max: ROWS }), (all, a, b) => {
        fc.pre(all.length > 0);
        expect(decoded(of(all, valueOf))).toEqual(of(all, valueOf));
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const within = all.filter((row) => row >= from && row < to);
        expect(decoded(of(all, valueOf), from, to)).toEqual(of(within, valueOf));
      }),
      { numRuns: 30 },
    );
  });

  it("comes back as it was: texts", () => {
    const rows = Array.from({ length: 700 }, (_, n) => n * 7);
    const times = Float64Array.from(rows, (row) => row * 1_000);
    const texts: Column = { kind: "text", times, values: rows.map((row) => `order ${row % 30}`) };
    expect(decoded(texts)).toEqual(texts);
  });

  it("is refused where its rows are not those that its page says", () => {
    const { bytes } = writeSegment({ column: of([3, 4, 5, 900], () => 1), full });
    const chunk = parseFooter(bytes).metrics.get("column")!;
    const own = bytes.subarray(chunk.offset, chunk.offset + chunk.length);
    // The levels stand before the values: a run of rows with a value becomes one without.
    const broken = [...own.keys()].filter((at) => {
      const copy = own.slice();
      copy[at] = (copy[at] ?? 0) ^ 1;
      try {
        return decodeColumn(chunk, copy, every).times.length !== 4;
      } catch {
        return false;
      }
    });
    expect(broken).toEqual([]);
  });
});
