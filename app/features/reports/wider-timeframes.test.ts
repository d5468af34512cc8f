import { expect, it } from "vitest";
import { DAY_MS } from "#app/domain/durations.ts";
import { toRangeText } from "#app/domain/formats/date-ranges.ts";
import { widerTimeframes } from "./wider-timeframes.ts";

const NOW = Date.UTC(2026, 5, 15, 12);

it.each([
  ["20m", ["24h", "7d", "30d"]],
  ["24h", ["7d", "30d", "3m"]],
  ["3m", ["1y", "unlimited"]],
  ["1y", ["unlimited"]],
  ["unlimited", []],
])("after %s come the next longer timeframes", (asked, wider) => {
  expect(widerTimeframes(asked, NOW)).toEqual(wider);
});

it("a range of one's own is followed by those that reach back beyond its beginning", () => {
  const text = toRangeText({ startMs: NOW - 9 * DAY_MS, endMs: NOW - 8 * DAY_MS });
  expect(widerTimeframes(text, NOW)).toEqual(["30d", "3m", "1y"]);
});
