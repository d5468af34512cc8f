import { expect, it } from "vitest";
import { stripPaths } from "./state-strip.tsx";
import { MINUTE_MS } from "#app/domain/durations.ts";

it("draws each state as one path over the window: what it lasts as its width, what it is as its height", () => {
  const spans = [
    { startMs: 0, endMs: 60 * MINUTE_MS, state: "running_and_feeding" as const },
    { startMs: 60 * MINUTE_MS, endMs: 90 * MINUTE_MS, state: "off" as const },
    { startMs: 90 * MINUTE_MS, endMs: 120 * MINUTE_MS, state: "running_and_feeding" as const },
  ];
  expect([...stripPaths(spans)]).toEqual([
    ["running_and_feeding", "M0 10v-10h240v10zM360 10v-10h120v10z"],
    ["off", "M240 10v-3h120v3z"],
  ]);
});

it("shows the shortest stop, and nothing of an empty window", () => {
  const spans = [
    { startMs: 0, endMs: 1_000, state: "not_ready" as const },
    { startMs: 1_000, endMs: 8 * 60 * MINUTE_MS, state: "running" as const },
  ];
  expect(stripPaths(spans).get("not_ready")).toBe("M0 10v-6h0.75v6z");
  expect(stripPaths([]).size).toBe(0);
});
