import { describe, expect, it } from "vitest";
import { commonZone } from "./common-zone.ts";

const WINTER = Date.parse("2026-01-15T12:00:00Z");
const SUMMER = Date.parse("2026-07-15T12:00:00Z");
const [NEW_YORK, CHICAGO, MONTERREY] = ["America/New_York", "America/Chicago", "America/Monterrey"];
const of = (zones: Record<string, number>) =>
  Object.entries(zones).flatMap(([zone, count]) => Array.from({ length: count }, () => zone));

describe("the zone of most", () => {
  it("is the one whose time most have, by the name that most of them have", () => {
    const zones = of({ [NEW_YORK]: 5, [CHICAGO]: 2, [MONTERREY]: 4 });
    expect(commonZone(zones, WINTER)).toEqual({ timezone: MONTERREY, share: 6 / 11 });
    // Chicago sets its clocks for the summer, and Monterrey does not.
    expect(commonZone(zones, SUMMER)).toEqual({ timezone: NEW_YORK, share: 5 / 11 });
  });

  it("is the first of as many", () => {
    const zones = of({ [NEW_YORK]: 1, UTC: 1 });
    expect(commonZone(zones, WINTER)).toEqual({ timezone: NEW_YORK, share: 1 / 2 });
    expect(commonZone(of({ UTC: 3 }), WINTER)).toEqual({ timezone: "UTC", share: 1 });
  });

  it("is none of nothing", () => expect(commonZone([], WINTER)).toBeNull());
});
