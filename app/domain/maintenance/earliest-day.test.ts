import { expect, test } from "vitest";
import { earliestDay } from "./earliest-day.ts";

test("work may have been done ten years ago, by the plant's calendar", () => {
  const nowMs = Date.UTC(2026, 10, 23, 3);
  expect(earliestDay(nowMs, "UTC")).toBe("2016-11-23");
  expect(earliestDay(nowMs, "America/Chicago")).toBe("2016-11-22");
  expect(earliestDay(Date.UTC(2028, 1, 29, 12), "UTC")).toBe("2018-02-28");
});
