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

it("still says of old figures where they went when they were heard: a machine that stands makes nothing", async () => {
  for (const isSharing of [false, true]) {
    const down = isSharing ? "↓" : "↓↓";
    expect(arrowsIn(await drawn("ready", { isWallOld: true, isSharing }))).toBe(down);
    expect(arrowsIn(await drawn("ready", { isStale: true, isSharing }))).toBe(down);
  }
});

it("is faint at a machine that stands: it worked in the minute that the figure is of", async () => {
  const faint = /<span class="wall-figure text-ink-faint">6,000</;
  expect(await drawn("ready")).toMatch(faint);
  expect(await drawn("running_and_feeding")).not.toMatch(faint);
  // Old figures are dimmed once.
  expect(await drawn("ready", { isWallOld: true })).not.toMatch(faint);
});
