import { describe, expect, it } from "vitest";
import type { AnnotationJson } from "#app/features/analytics/annotations/annotation.ts";
import { boundOf, lookedAt } from "./looked-at.ts";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 19);
const span = { startMs: NOW - 4 * HOUR, endMs: NOW };
const look = (untilHours: number, over: Partial<AnnotationJson> = {}): AnnotationJson => ({
  id: untilHours,
  device_id: 1,
  kind: "looked_at",
  metric: "vacuum",
  text: "",
  user_name: "Kim Lee",
  can_delete: true,
  start_time: new Date(NOW - 9 * HOUR).toISOString(),
  end_time: new Date(NOW + untilHours * HOUR).toISOString(),
  created_at: new Date(NOW).toISOString(),
  ...over,
});
const line = { tag_name: "vacuum", sparkline: [0.5, 0, 0.2, null] };

describe("a result that somebody looked at", () => {
  it("is told with the newest look of its own measure", () => {
    expect(lookedAt(line, [look(-3), look(-1)], span)?.annotation.id).toBe(-1);
    expect(lookedAt(line, [look(0, { kind: "note" })], span)).toBeNull();
    expect(lookedAt(line, [look(0, { metric: "speed" })], span)).toBeNull();
    expect(lookedAt(line, [look(0, { metric: null })], span)).toBeNull();
  });

  it("is new again where it was abnormal after that", () => {
    // The third of four hours was the last abnormal one.
    expect(lookedAt(line, [look(-1)], span)?.isNewSince).toBe(false);
    expect(lookedAt(line, [look(-3)], span)?.isNewSince).toBe(true);
    expect(lookedAt({ ...line, sparkline: [null, 0] }, [look(-3)], span)?.isNewSince).toBe(false);
  });
});

describe("the bound that an alarm begins with", () => {
  const point = (min: number, max: number, over: object = {}) => ({
    ...{ min, max, lower: 2, upper: 9, ad_flag: true },
    ...over,
  });
  it("is the newest of the side that more of the flagged values were beyond", () => {
    expect(boundOf([point(3, 10), point(4, 12, { upper: 11.1234567 }), point(1, 5)])).toEqual({
      comp: ">",
      threshold: 11.1235,
    });
    expect(boundOf([point(1, 5), point(0, 4, { lower: 1.5 })])).toEqual({
      comp: "<",
      threshold: 1.5,
    });
  });
  it("is none where nothing was flagged, or what was has no bounds", () => {
    expect(boundOf([])).toBeNull();
    expect(boundOf([point(3, 99, { ad_flag: false })])).toBeNull();
    expect(boundOf([point(3, 99, { lower: null, upper: null })])).toBeNull();
  });
});
