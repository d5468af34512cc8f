import { expect, it } from "vitest";
import { devicePrefixes, rollupKey, segmentKey } from "./keys.ts";

it("names what a file holds: machine, part of the day, generation", () => {
  expect(segmentKey(12, Date.UTC(2025, 0, 9, 5), 1, 3)).toBe("raw/12/2025/01/09/05-3.parquet");
  expect(segmentKey(12, Date.UTC(2025, 0, 9, 6), 6, 4)).toBe("raw/12/2025/01/09/06-12-4.parquet");
  expect(segmentKey(12, Date.UTC(2025, 0, 9), 24, 5)).toBe("raw/12/2025/01/09/day-5.parquet");
  expect(rollupKey("minute", 12, Date.UTC(2025, 0, 9), 6)).toBe(
    "rollup/1m/12/2025/01/09-6.parquet",
  );
  expect(rollupKey("hour", 12, Date.UTC(2025, 9, 1), 7)).toBe("rollup/1h/12/2025/q4-7.parquet");
  expect(rollupKey("day", 12, Date.UTC(2025, 0, 1), 8)).toBe("rollup/1d/12/2025-8.parquet");
});

it("lies under its machine's prefixes, and nobody else's", () => {
  const names = [
    segmentKey(12, 0, 1, 1),
    ...(["minute", "hour", "day"] as const).map((level) => rollupKey(level, 12, 0, 1)),
  ];
  expect(
    names.map((name) => devicePrefixes(12).filter((prefix) => name.startsWith(prefix)).length),
  ).toEqual([1, 1, 1, 1]);
  expect(names.some((name) => devicePrefixes(1).some((prefix) => name.startsWith(prefix)))).toBe(
    false,
  );
});
