import { expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { stepsOf } from "./summarize-anomalies.server.ts";

it.each([
  [7 * DAY_MS, 168],
  [14 * DAY_MS, 168],
  [90 * DAY_MS, 180],
  [30 * DAY_MS, 180],
  [31 * DAY_MS, 124],
  [4 * DAY_MS, 96],
  [DAY_MS, 96],
  [HOUR_MS, 96],
])("a range of %i ms is told in %i steps", (lengthMs, steps) => {
  const found = stepsOf(lengthMs);
  if (lengthMs >= 4 * DAY_MS) expect((lengthMs / found) % HOUR_MS).toBe(0);
  expect(found).toBe(steps);
});
