import fc from "fast-check";
import { expect, it } from "vitest";
import type { Column } from "./types.ts";
import { ChangesAccumulator } from "./value-changes.ts";

const column = (samples: [number, string][]): Column => ({
  kind: "text",
  times: Float64Array.from(samples, ([timeMs]) => timeMs),
  values: samples.map(([, value]) => value),
});

it("tells every change, whatever the order and split of the samples", () => {
  const samples = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 0, max: 200 }), fc.constantFrom("A", "B", "C")),
    { selector: ([timeMs]) => timeMs },
  );
  fc.assert(
    fc.property(samples, fc.array(fc.nat(3), { minLength: 200, maxLength: 200 }), (all, parts) => {
      const sorted = [...all].sort(([a], [b]) => a - b);
      const accumulator = new ChangesAccumulator({ startMs: 10, endMs: 180 });
      for (const part of [2, 0, 3, 1])
        accumulator.add(column(sorted.filter((_, index) => parts[index] === part)));
      const inside = sorted.filter(([timeMs]) => timeMs >= 10 && timeMs < 180);
      expect(accumulator.samples).toBe(inside.length);
      expect(accumulator.changes().map(({ timeMs, value }) => [timeMs, value])).toEqual(
        inside.filter(([, value], index) => value !== inside[index - 1]?.[1]),
      );
    }),
  );
});

it("keeps the changes of a long column, not its samples", () => {
  const long: [number, string][] = Array.from({ length: 100_000 }, (_, index) => [
    index,
    `A-${Math.floor(index / 25_000)}`,
  ]);
  const accumulator = new ChangesAccumulator({ startMs: 0, endMs: 1e9 });
  accumulator.add(column(long));
  expect(accumulator.changes().map(({ timeMs }) => timeMs)).toEqual([0, 25_000, 50_000, 75_000]);
});
