/** A machine that is not ready tells why: who looks at its values finds the cause there. */
import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { makeModel } from "./fixtures/machines.ts";
import { STATE_OF, type Phase } from "./phases.ts";
import { PROFILE_NAMES } from "./profiles.ts";
import { readMoment } from "./reading.ts";
import { tagsOf } from "./tags.ts";

const FRIDAY = Date.UTC(2025, 10, 21, 2);
const DAYS = 14;
/** After its cause is over a machine is made ready again. */
const CLEARED_MS = 2 * MINUTE_MS;
const STEP_MS = 7_000;

type Model = ReturnType<typeof makeModel>;

/** When the phase first shows no cause any more; its end when it always does. */
function silentFromMs(model: Model, phase: Phase): number {
  const read = (key: string, timeMs: number) =>
    tagsOf(model)
      .find((tag) => tag.key === key)!
      .read(readMoment(model, timeMs));
  for (let timeMs = phase.startMs; timeMs < phase.endMs; timeMs += STEP_MS)
    if (
      read("jam_detected", timeMs) !== true &&
      read("e_stop_pressed", timeMs) !== true &&
      read("drives_ready", timeMs) !== false
    )
      return timeMs;
  return phase.endMs;
}

test.each(PROFILE_NAMES)("shows a cause but in its last two minutes (%s)", (profile) => {
  const model = makeModel({ profile, serialNumber: `not-ready-${profile}` });
  const phases = model
    .phasesIn(FRIDAY, FRIDAY + DAYS * DAY_MS)
    .filter(({ kind }) => STATE_OF[kind] === "not_ready");
  expect(phases.length).toBeGreaterThan(0);
  const silent = phases.flatMap((phase) => {
    const { kind, startMs, endMs } = phase;
    const silentMs = endMs - silentFromMs(model, phase);
    // And of a short one no more than a part.
    return silentMs > Math.min(CLEARED_MS, (endMs - startMs) / 3 + STEP_MS)
      ? `${kind} of ${(endMs - startMs) / 1_000} s shows none for ${silentMs / 1_000} s`
      : [];
  });
  expect(silent).toEqual([]);
});

test("a machine that breaks down again and again works for most of its time", () => {
  const model = makeModel({ profile: "stopped" });
  const toMs = FRIDAY + DAYS * DAY_MS;
  const stoodMs = model
    .phasesIn(FRIDAY, toMs)
    .filter(({ kind }) => STATE_OF[kind] === "not_ready")
    .reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  expect(stoodMs / (toMs - FRIDAY)).toBeGreaterThan(0.2);
  expect(stoodMs / (toMs - FRIDAY)).toBeLessThan(0.5);
});
