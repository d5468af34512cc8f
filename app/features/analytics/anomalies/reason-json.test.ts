import { describe, expect, it } from "vitest";
import type { Why } from "#app/domain/detection/why.ts";
import { fromReasonJson, toReasonJson } from "./reason-json.ts";

const START = Date.UTC(2026, 10, 20);
const level: Why = { code: "level", observed: 20, low: 1, high: 9, sinceMs: START - 1000 };

describe("why something was flagged", () => {
  it.each<Why>([
    level,
    { code: "average", observed: 3, low: null, high: 2, forMs: 60_000, sinceMs: START },
    { code: "unrest", times: 4, sinceMs: START },
    { code: "flat", observed: 7, forMs: 3_600_000, sinceMs: START },
    { code: "threshold", observed: 9, low: 1, high: null, sinceMs: START },
  ])("is the same after its way over /v1: %o", (why) => {
    const json = toReasonJson({ metric: "m", timeMs: START, state: null, why });
    expect(fromReasonJson(json)).toEqual(why);
  });
});
