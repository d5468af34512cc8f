import { describe, expect, it } from "vitest";
import { isWhole } from "./alarm-form.ts";

const filled = {
  ...{ name: "Over current", period: "5", tag: "compensator_current" },
  ...{ kind: "value_threshold_for_time_period_in_state", source: "machine" },
};

describe("the form of an alarm", () => {
  it("can be sent with name, tag and period, and not without one of them", () => {
    expect(isWhole(filled)).toBe(true);
    for (const missing of [{ name: " " }, { period: "" }, { tag: null }, { tag: "" }])
      expect(isWhole({ ...filled, ...missing }), JSON.stringify(missing)).toBe(false);
  });

  it("needs a tag for silence only where a tag is watched", () => {
    const silence = { ...filled, kind: "no_data_for_time_period", tag: null };
    expect(isWhole(silence)).toBe(true);
    expect(isWhole({ ...silence, source: "tag" })).toBe(false);
    expect(isWhole({ ...silence, period: "" })).toBe(false);
  });
});
