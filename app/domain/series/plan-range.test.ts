import { describe, expect, it } from "vitest";
import { planRange } from "./plan-range.ts";
import { UNIT_MS, type Level } from "./levels.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

const T0 = Date.UTC(2026, 0, 1);
const MINUTE = UNIT_MS.minute;

/** Each way as text: the unit buckets snap to, and the spans with their lengths in the unit of their level. */
const LENGTH: Record<Level, [number, string]> = {
  raw: [1000, "s"],
  minute: [MINUTE, "min"],
  hour: [HOUR_MS, "h"],
  day: [DAY_MS, "d"],
};
function waysOf(fromMs: number, toMs: number, buckets: number): string[] {
  return [...planRange({ startMs: T0 + fromMs, endMs: T0 + toMs, buckets }, 0)].map(
    ({ spans, snapMs }) => {
      const text = spans
        .map(
          ({ level, fromMs, toMs }) => `${(toMs - fromMs) / LENGTH[level][0]}${LENGTH[level][1]}`,
        )
        .join(" ");
      return snapMs === 0 ? text : `${text}, on whole ${LENGTH[unitOf(snapMs)][1]}`;
    },
  );
}
const unitOf = (ms: number): Level =>
  (Object.keys(UNIT_MS) as (keyof typeof UNIT_MS)[]).find((level) => UNIT_MS[level] === ms)!;

describe("the ways to answer a range, the best first", () => {
  it.each([
    ["ten seconds", 0, 10_000, 10, ["10s"]],
    ["an hour, a bucket a second", 0, HOUR_MS, 3600, ["3600s"]],
    ["an hour by minutes", 0, HOUR_MS, 60, ["60min", "3600s", "60min, on whole min"]],
    [
      "an hour as one",
      0,
      HOUR_MS,
      1,
      ["1h", "60min", "3600s", "60min, on whole min", "1h, on whole h"],
    ],
    [
      "a day at 300: each edge would cut an hour, and a fifth of them a minute",
      0,
      DAY_MS,
      300,
      ["86400s", "1440min, on whole min"],
    ],
    [
      "a day by hours",
      0,
      DAY_MS,
      24,
      ["24h", "1440min", "86400s", "1440min, on whole min", "24h, on whole h"],
    ],
    [
      "an average between any two moments: edges from samples, then hours, days",
      DAY_MS - HOUR_MS - MINUTE - 1000,
      3 * DAY_MS + HOUR_MS + MINUTE + 1000,
      1,
      [
        "61s 1h 2d 1h 61s",
        "61s 50h 61s",
        "1s 3002min 1s",
        "180122s",
        "1s 3002min 1s, on whole min",
        "61s 50h 61s, on whole h",
        "61s 1h 2d 1h 61s, on whole d",
      ],
    ],
    [
      "two days in two buckets that meet at noon: the day that the edge cuts comes by its hours",
      12 * HOUR_MS,
      60 * HOUR_MS,
      2,
      [
        "48h",
        "48h",
        "2880min",
        "172800s",
        "2880min, on whole min",
        "48h, on whole h",
        "12h 1d 12h, on whole d",
      ],
    ],
    [
      "a year at 300",
      0,
      365 * DAY_MS,
      300,
      [
        "525600min",
        "31536000s",
        "525600min, on whole min",
        "8760h, on whole h",
        "365d, on whole d",
      ],
    ],
    ["a range inside one minute", 1000, 2000, 1, ["1s"]],
    ["the last millisecond of a day", DAY_MS - 1, DAY_MS, 1, ["0.001s"]],
  ])("%s", (_, fromMs, toMs, buckets, ways) => {
    expect(waysOf(fromMs, toMs, buckets)).toEqual(ways);
  });

  it("each cover the range once, in order", () => {
    for (const [fromMs, toMs, buckets] of [
      [7, 5 * 365 * DAY_MS + 13, 300],
      [HOUR_MS / 7, 400 * DAY_MS, 1],
      [MINUTE - 1, DAY_MS + 1, 16],
    ] as const) {
      for (const { spans } of planRange({ startMs: T0 + fromMs, endMs: T0 + toMs, buckets }, 0)) {
        expect(spans[0]?.fromMs).toBe(T0 + fromMs);
        expect(spans.at(-1)?.toMs).toBe(T0 + toMs);
        for (let index = 1; index < spans.length; index++)
          expect(spans[index]?.fromMs).toBe(spans[index - 1]?.toMs);
      }
    }
  });

  it("begin before the range, as finely as it does, where something may hold into it", () => {
    const leads = (fromMs: number, toMs: number, buckets: number, holdMs: number) =>
      [...planRange({ startMs: T0 + fromMs, endMs: T0 + toMs, buckets }, holdMs)].map(
        ({ spans: [first] }) => `${first!.level} ${(T0 + fromMs - first!.fromMs) / 1000} s`,
      );
    expect(leads(1000, 2000, 1, 60_000)).toEqual(["raw 60 s"]);
    expect(leads(0, HOUR_MS, 60, 15 * MINUTE)).toEqual([
      "minute 900 s",
      "raw 900 s",
      "minute 900 s",
    ]);
    expect(leads(0, 2 * DAY_MS, 1, 60_000)).toEqual([
      ...["hour 3600 s", "hour 3600 s", "minute 60 s", "raw 60 s"],
      ...["minute 60 s", "hour 3600 s", "hour 3600 s"],
    ]);
  });
});
