import { describe, expect, it } from "vitest";
import type { AnnotationJson } from "#app/features/analytics/annotations/annotation.ts";
import { boundOf, lookedAt } from "./looked-at.ts";
import type { ReasonJson } from "./reason-json.ts";

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
  const reason = (observed: number, over: Partial<ReasonJson> = {}): ReasonJson => ({
    ...{ time: "2026-11-19T00:00:00Z", code: "level", observed, low: 2, high: 9, for_ms: null },
    ...{ times: null, since: "2026-11-12T00:00:00Z", machine_state: 4 },
    ...over,
  });
  it("is the newest of the side that more of the values were beyond", () => {
    expect(boundOf([reason(10), reason(12, { high: 11.1234567 }), reason(1)])).toEqual({
      comp: ">",
      threshold: 11.1235,
    });
    expect(boundOf([reason(1), reason(0, { low: 1.5, code: "threshold" })])).toEqual({
      comp: "<",
      threshold: 1.5,
    });
  });
  it("goes by the value that was flagged, where the others are bounds of means", () => {
    const mean = { code: "average", for_ms: 60_000 } as const;
    expect(boundOf([reason(10, { code: "hour" }), reason(1, mean), reason(0, mean)])).toEqual({
      comp: ">",
      threshold: 9,
    });
  });
  it("is none where nothing was beyond a bound", () => {
    expect(boundOf([])).toBeNull();
    expect(boundOf([reason(5, { code: "pattern" })])).toBeNull();
    expect(boundOf([reason(99, { low: null, high: null })])).toBeNull();
    const unrest = { code: "unrest", observed: null, low: null, high: null, times: 4 } as const;
    expect(boundOf([reason(0, unrest)])).toBeNull();
  });
});
