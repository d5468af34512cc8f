/** A throughput that is not yet of the machine's state, on the wall. */
import { expect, it } from "vitest";
import { SECOND_MS } from "#app/domain/durations.ts";
import { toStateCode } from "#app/domain/metrics/states.ts";
import { drawRow, NOW_MS, reading, readings } from "#tests/wall-row.tsx";

/** A machine of which the state began half a minute ago, and that had made 6,000 sheets an hour before. */
const drawn = (state: string, { isWallOld = false, isStale = false, isSharing = false } = {}) => {
  const states = [
    { timeMs: NOW_MS - 7_200 * SECOND_MS, code: toStateCode("running") },
    { timeMs: NOW_MS - 30 * SECOND_MS, code: toStateCode(state) },
  ];
  const held = {
    ...readings,
    machine_state: { ...reading(state), stale: isStale },
    sheets_per_hour: reading(6_000),
  };
  return drawRow(held, isWallOld, 0, "en", "Corrugator", { states, isSharing });
};
const arrowsIn = (html: string) => html.match(/[↑↓]/g)?.join("") ?? "";

it("goes up or down while the wall is of now", async () => {
  expect(arrowsIn(await drawn("ready"))).toBe("↓↓");
  expect(arrowsIn(await drawn("running_and_feeding"))).toBe("↑↑");
  expect(arrowsIn(await drawn("ready", { isSharing: true }))).toBe("↓");
});

it("goes nowhere once the wall's figures are old, or the machine's alone", async () => {
  for (const state of ["ready", "running_and_feeding"])
    for (const isSharing of [false, true]) {
      expect(arrowsIn(await drawn(state, { isWallOld: true, isSharing }))).toBe("");
      expect(arrowsIn(await drawn(state, { isStale: true, isSharing }))).toBe("");
    }
});

it("is faint at a machine that stands: it worked in the minute that the figure is of", async () => {
  const faint = /<span class="wall-figure text-ink-faint">6,000</;
  expect(await drawn("ready")).toMatch(faint);
  expect(await drawn("running_and_feeding")).not.toMatch(faint);
});
