import { expect, it } from "vitest";
import { granularityOf } from "./granularity.ts";

it("chooses the granularity by the span, at its edges too", () => {
  const at = (seconds: number) => granularityOf(seconds * 1000);
  expect([at(1), at(300), at(300.001), at(11_999), at(12_000), at(719_999), at(720_000)]).toEqual([
    "second",
    "second",
    "minute",
    "minute",
    "hour",
    "hour",
    "day",
  ]);
});
