import { expect, it } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";
import { unpackGrid } from "#app/domain/series/packed.ts";
import { NOW } from "#tests/factories/people.ts";
import { loadMachinePast } from "./load-machine-past.server.ts";
import { PAST_METRICS, PAST_MS } from "./past-window.ts";

it("reads chart, lines and states of one window of eight hours", async () => {
  const asked: { startMs: number; endMs: number }[] = [];
  const past = await loadMachinePast(
    {
      series: {
        steps: ({ startMs, endMs }) => {
          asked.push({ startMs, endMs });
          return Promise.resolve({ points: {}, states: [], targetSheetsPerHour: null } as never);
        },
        stateChanges: ({ startMs, endMs }) => {
          asked.push({ startMs, endMs });
          return Promise.resolve([]);
        },
      },
      now: NOW,
    },
    1,
  );
  expect(PAST_MS).toBe(8 * HOUR_MS);
  const [steps, states] = asked;
  expect(steps!.endMs - steps!.startMs).toBe(PAST_MS);
  expect(states).toEqual({ startMs: steps!.startMs, endMs: NOW });
  for (const grid of [past.sheets, ...PAST_METRICS.map((metric) => past.lines[metric])])
    expect([grid.startMs, grid.startMs + grid.stepMs * unpackGrid(grid).buckets.length]).toEqual([
      steps!.startMs,
      steps!.endMs,
    ]);
});
