import { describe, expect, it } from "vitest";
import { riskNow } from "./risk-now.ts";
import type { DowntimePrediction, NoPredictionReason } from "./types.ts";

const told: DowntimePrediction = { prediction: 0.965, horizonMinutes: 240, reason: null };
const none = (reason: NoPredictionReason): DowntimePrediction => ({
  ...{ prediction: null, horizonMinutes: 240, reason },
});

const now = (value: string | null) => ({ value, stale: false });

describe("the risk beside a machine's state", () => {
  it("is gone in the moment in which the machine is down or off", () => {
    expect(riskNow(told, now("not_ready"))).toEqual(none("machine_down"));
    expect(riskNow(told, now("off"))).toEqual(none("machine_off"));
  });

  it("stands while the machine is on, and while nobody knows what it does", () => {
    for (const state of ["running", "running_and_feeding", "ready", "unknown", null] as const)
      expect(riskNow(told, now(state))).toBe(told);
    expect(riskNow(told, { value: "running", stale: true })).toBe(told);
  });

  it("is not said to be missing for a state that is over", () => {
    expect(riskNow(none("machine_down"), now("running"))).toEqual(none("outdated"));
    expect(riskNow(none("machine_off"), now("not_ready"))).toEqual(none("machine_down"));
    expect(riskNow(none("machine_down"), now(null))).toEqual(none("machine_down"));
  });

  it("is not said to be missing for a state that nobody hears any more", () => {
    const silent = { value: "not_ready", stale: true };
    expect(riskNow(none("machine_down"), silent)).toEqual(none("not_heard"));
    expect(riskNow(none("machine_off"), silent)).toEqual(none("not_heard"));
    // Down when it was heard last: a chance of before then does not come back.
    expect(riskNow(told, silent)).toEqual(none("not_heard"));
    // It has yet to come.
    const coming = { value: null, stale: true };
    expect(riskNow(none("machine_down"), coming)).toEqual(none("machine_down"));
  });

  it("stays on a page that is cut off as it was told last", () => {
    for (const state of ["not_ready", "off", "running"] as const)
      for (const risk of [told, none("machine_down"), none("too_little_data")])
        expect(riskNow(risk, { value: state, stale: true }, true)).toEqual(
          riskNow(risk, now(state)),
        );
  });

  it("keeps every other reason of a machine that is on, and of one that nobody hears", () => {
    for (const reason of ["too_little_data", "not_heard", "outdated"] as const) {
      expect(riskNow(none(reason), now("ready"))).toEqual(none(reason));
      expect(riskNow(none(reason), { value: "off", stale: true })).toEqual(none(reason));
      // Two that are off are told alike.
      expect(riskNow(none(reason), now("off"))).toEqual(none("machine_off"));
    }
  });
});
