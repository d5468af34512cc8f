import { expect, it } from "vitest";
import { devicePrefix, segmentKey } from "./keys.ts";

it("names an hour by machine, UTC hour and generation", () => {
  expect(segmentKey(12, Date.UTC(2025, 0, 9, 5), 3)).toBe("raw/12/2025/01/09/05-3.parquet");
  expect(segmentKey(12, Date.UTC(2025, 11, 31, 23), 1).startsWith(devicePrefix(12))).toBe(true);
  expect(segmentKey(123, 0, 1).startsWith(devicePrefix(12))).toBe(false);
});
