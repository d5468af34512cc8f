import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { Readout } from "./readout.tsx";
import type { ChartSeries } from "./types.ts";

const NOON = Date.UTC(2026, 10, 5, 12);
const STEP_MS = 4 * 60_000;
const nothingElse = { min: null, max: null, lower: null, upper: null, isAbnormal: false };
const speed: ChartSeries = {
  ...{ key: "speed", title: "Speed", unit: "rpm", shape: "steps", joinMs: STEP_MS },
  points: [0, 1].map((step) => {
    const timeMs = NOON + step * STEP_MS;
    return { ...nothingElse, timeMs, value: 100 + step, ends: timeMs + STEP_MS };
  }),
  text: String,
};

const readAt = async (atMs: number | null, series = speed) => {
  const html = await draw(
    <Readout
      series={[series]}
      atMs={atMs}
      view={{ startMs: NOON, endMs: NOON + 2 * STEP_MS }}
      timezone="UTC"
      running={null}
      spans={null}
      hidden={new Set()}
      isSmall
      onToggle={() => undefined}
    />,
  );
  return readText(html).replaceAll(/[\u00a0\u2009\u202f]/g, " ");
};

it("says that a step's value is its mean", async () => {
  expect(await readAt(null, { ...speed, shape: "line" })).toMatch(/^101 rpm · newest, mean 12:04/);
});

// Its spaces are drawn as they are written.
it("says a value and when it was with one space between its words", async () => {
  expect(await readAt(NOON)).toMatch(/^100 rpm · 12:00\S12:04 PM$/);
  expect(await readAt(null)).toMatch(/^101 rpm · newest, 12:04\S12:08 PM$/);
});
