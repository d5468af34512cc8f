import { expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import { STRIP_MS } from "./fleet-types.ts";
import { sinceBefore } from "./since-before.server.ts";

const NOW = 1_800_000_000_000;
const BEFORE = { timeMs: NOW - STRIP_MS, code: 0 };

/** A recorder whose states of a whole day are these. */
const told = (...changes: StateChange[]) => ({
  now: NOW,
  series: { stateChanges: async () => changes },
});

it("looks further back where a state held already when the strip begins", async () => {
  const offMs = NOW - 9 * HOUR_MS;
  const deps = told({ timeMs: NOW - 20 * HOUR_MS, code: 4 }, { timeMs: offMs, code: 0 });
  expect(await sinceBefore(deps, 1, { changes: [BEFORE], startMs: BEFORE.timeMs })).toMatchObject({
    sinceMs: offMs,
    isOlder: false,
  });
});

it("asks nobody where the strip tells it", async () => {
  const deps = {
    now: NOW,
    series: { stateChanges: () => Promise.reject(new Error("Nobody asks.")) },
  };
  const changes = [BEFORE, { timeMs: NOW - MINUTE_MS, code: 4 }];
  expect(await sinceBefore(deps, 1, { changes, startMs: BEFORE.timeMs })).toBeUndefined();
});

it("leaves it at the strip where that cannot be read", async () => {
  const deps = { now: NOW, series: { stateChanges: () => Promise.reject(new Error("Away.")) } };
  expect(await sinceBefore(deps, 1, { changes: [BEFORE], startMs: BEFORE.timeMs })).toBeUndefined();
});
