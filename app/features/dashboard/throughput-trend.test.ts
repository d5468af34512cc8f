import { expect, it } from "vitest";
import { NOW_MS, reading, readings } from "#tests/wall-row.tsx";
import { throughputTrend } from "./throughput-trend.ts";
import type { Readings } from "./readings.ts";

const sinceMs = (agoMs: number) => ({
  ...{ code: 1, sinceMs: NOW_MS - 20_000 - agoMs, isOlder: false, isUnheard: false },
});
const of = (state: string, sheets: number, more: Partial<Readings> = {}): Readings => ({
  ...{ ...readings, machine_state: reading(state), sheets_per_hour: reading(sheets), ...more },
});

it("a throughput of a state's first minute rises where the machine feeds, and falls where it does not", () => {
  const way = (state: string, sheets: number, agoMs = 30_000) =>
    throughputTrend(of(state, sheets), sinceMs(agoMs));
  expect(way("running_and_feeding", 1_680)).toBe("rising");
  expect(way("running_and_feeding", 0)).toBe("rising");
  expect(way("not_ready", 4_440)).toBe("falling");
  expect(way("running", 14_640)).toBe("falling");
  expect(way("not_ready", 0)).toBeNull();
  expect(way("not_ready", 4_440, 60_000)).toBeNull();
});

it("of a throughput that never came, or a state since when nobody knows, it says nothing", () => {
  const none = { ...reading(null), timeMs: null };
  expect(throughputTrend(of("not_ready", 0, { sheets_per_hour: none }), sinceMs(0))).toBeNull();
  expect(throughputTrend(of("not_ready", 4_440), null)).toBeNull();
});
