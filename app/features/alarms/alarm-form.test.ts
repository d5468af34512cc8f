import { describe, expect, it } from "vitest";
import { missingFields } from "./alarm-form.ts";

const filled = {
  ...{ name: "Over current", period: "5", tag: "compensator_current" },
  ...{ kind: "value_threshold_for_time_period_in_state", source: "machine" },
};

describe("the form of an alarm", () => {
  it("names what is missing of name, tag and period", () => {
    expect(missingFields(filled)).toEqual([]);
    expect(missingFields({ ...filled, name: " " })).toEqual(["name"]);
    expect(missingFields({ ...filled, tag: "" })).toEqual(["tag"]);
    expect(missingFields({ ...filled, name: "", tag: null, period: "" })).toEqual([
      "name",
      "tag",
      "period",
    ]);
  });

  it("asks for a tag of silence only where a tag is watched", () => {
    const silence = { ...filled, kind: "no_data_for_time_period", tag: null };
    expect(missingFields(silence)).toEqual([]);
    expect(missingFields({ ...silence, period: "" })).toEqual(["period"]);
    expect(missingFields({ ...silence, source: "tag" })).toEqual(["tag"]);
  });
});
