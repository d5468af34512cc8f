import { expect, it } from "vitest";
import { judgeSilence } from "#app/domain/alarms/silence.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { findUpSince } from "./up-since.ts";

const NOW = Date.UTC(2026, 10, 19);
const PERIOD = 10 * MINUTE_MS;
const rule = {
  ...{ id: 1, function: "no_data_for_time_period" as const, inAlarm: false },
  arguments: { tag_name: "", source: "machine" as const, period: PERIOD },
};

it("a silence that the regular job finds is told by a recorder that has just woken, but where Helios has just started", () => {
  // Five minutes after it was due.
  const heardMs = NOW - PERIOD - 5 * MINUTE_MS;
  const found = (mode: string) =>
    judgeSilence(rule, undefined, heardMs, NOW, findUpSince({ HELIOS_MODE: mode }, NOW)).changes;
  const raised = [{ inAlarm: true, atMs: heardMs + PERIOD }];
  expect(["local", "staging", "production"].map(found)).toEqual([[], raised, raised]);
  // Until it is known that it was there all along.
  expect(findUpSince({ HELIOS_MODE: "local" }, NOW + MINUTE_MS)).toBe(NOW);
});
