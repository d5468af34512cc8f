import { describe, expect, it } from "vitest";
import type { TelemetryPoint } from "#app/features/analytics/measure-series.ts";
import { fromReasonJson, toReasonJson } from "./reason-json.ts";
import { toldReasons } from "./told-reasons.ts";
import type { Why } from "#app/domain/detection/why.ts";

const START = Date.UTC(2026, 10, 20);
const at = (minute: number): string => new Date(START + minute * 60_000).toISOString();
const point = (minute: number, max: number, ad_flag: boolean): TelemetryPoint => ({
  time: at(minute),
  value: max,
  min: max,
  max,
  count: 1,
  lower: 0,
  upper: 10,
  ad_flag,
});
const points = [
  point(0, 5, false),
  point(1, 12, true),
  point(2, 40, true),
  point(3, 5, false),
  point(4, 20, true),
  point(5, 5, false),
];
const level: Why = { code: "level", observed: 20, low: 1, high: 9, sinceMs: START - 1000 };

describe("what is told of flags", () => {
  it("is the furthest value of each stretch, the newest first, with the state of its time", () => {
    const states = [
      { time: at(0), machine_state: 4 },
      { time: at(3), machine_state: 0 },
    ];
    expect(toldReasons(points, states, [])).toMatchObject([
      { timeMs: START + 240_000, why: { code: "threshold", observed: 20 }, machineState: 0 },
      { timeMs: START + 120_000, why: { observed: 40, low: 0, high: 10 }, machineState: 4 },
    ]);
  });

  it("is what UTS said, once, where it found an anomaly begin", () => {
    const byUts = toReasonJson({ metric: "m", timeMs: START + 60_000, state: 4, why: level });
    expect(toldReasons(points, [], byUts)).toMatchObject([
      { timeMs: START + 240_000, why: { code: "threshold" } },
      { timeMs: START + 60_000, why: level, machineState: 4 },
    ]);
  });

  it("tells of an anomaly whose values lie within the bounds", () => {
    const byUts = toReasonJson({ metric: "m", timeMs: START, state: null, why: level });
    expect(toldReasons([point(0, 5, true)], [], byUts)).toHaveLength(1);
    expect(toldReasons([point(0, 5, true)], [], [])).toHaveLength(0);
  });

  it.each<Why>([
    level,
    { code: "average", observed: 3, low: null, high: 2, forMs: 60_000, sinceMs: START },
    { code: "unrest", times: 4, sinceMs: START },
    { code: "flat", observed: 7, forMs: 3_600_000, sinceMs: START },
  ])("is the same after its way over /v1: %o", (why) => {
    const [json] = toReasonJson({ metric: "m", timeMs: START, state: null, why });
    expect(fromReasonJson(json!)).toEqual(why);
  });
});
