import { describe, expect, it } from "vitest";
import { averagesBody, devicesQuery, telemetryQuery } from "./schemas.ts";

const good = {
  device_id: "1",
  metrics: "a,b",
  start_time: "2026-11-19T10:00:00Z",
  end_time: "2026-11-19T11:00:00Z",
};
const telemetry = (over: Record<string, unknown> = {}) =>
  telemetryQuery.safeParse({ ...good, ...over });
const fields = (over: Record<string, unknown>) =>
  telemetry(over).error?.issues.map((issue) => issue.path.join("."));

describe("a timeseries query", () => {
  it("takes lists by commas or brackets, each name once", () => {
    for (const metrics of ["a, b,,a", ["a", "b", "a"]])
      expect(telemetry({ metrics }).data?.metrics).toEqual(["a", "b"]);
    expect(telemetry({ metrics: ["Temp, left", "b"] }).data?.metrics).toEqual(["Temp, left", "b"]);
    expect(fields({ metrics: "," })).toEqual(["metrics"]);
    expect(fields({ metrics: Array.from({ length: 51 }, (_, i) => `m${i}`) })).toEqual(["metrics"]);
  });

  it("takes times as ISO 8601 or Unix milliseconds, UTC when no zone is said", () => {
    const at = Date.UTC(2026, 10, 19, 10);
    for (const start_time of [
      "2026-11-19T10:00:00Z",
      "2026-11-19T10:00",
      "2026-11-19T04:00:00-06:00",
      String(at),
      at,
      "2026-11-19T10:00:00.000z",
    ]) {
      expect(telemetry({ start_time }).data?.start_time).toBe(at);
    }
    for (const start_time of [
      "yesterday",
      "2026-13-01",
      "2026-02-30",
      "2026-11-19T25:00Z",
      "",
      "-5",
      "1e3",
      "NaN",
      {},
      null,
      true,
    ]) {
      expect(fields({ start_time }), String(start_time)).toEqual(["start_time"]);
    }
  });

  it("wants an end after the start, not a lifetime later", () => {
    expect(fields({ end_time: "2026-11-19T09:00:00Z" })).toEqual(["end_time"]);
    expect(fields({ end_time: good.start_time })).toEqual(["end_time"]);
    expect(fields({ end_time: "2032-01-01" })).toEqual(["end_time"]);
  });

  it("wants 1 to 5000 datapoints, 300 unless told", () => {
    expect(telemetry().data?.datapoints).toBe(300);
    for (const datapoints of ["1", "5000"]) expect(telemetry({ datapoints }).success).toBe(true);
    for (const datapoints of ["0", "5001", "2.5", "many", "-1"])
      expect(fields({ datapoints })).toEqual(["datapoints"]);
  });

  it("bounds the points of a whole answer", () => {
    const ids = Array.from({ length: 100 }, (_, i) => String(i + 1));
    const ask = {
      devices: ids,
      metrics: "a,b",
      start_date: good.start_time,
      end_date: good.end_time,
    };
    expect(devicesQuery.safeParse({ ...ask, datapoints: "2500" }).success).toBe(true);
    expect(devicesQuery.safeParse({ ...ask, datapoints: "2501" }).error?.issues[0]?.path).toEqual([
      "datapoints",
    ]);
  });

  it("takes ids of machines in a body as numbers or text", () => {
    const body = {
      device_ids: [1, "SUN-1", 1],
      metrics: ["a"],
      start_time: 1_763_700_000_000,
      end_time: "2026-01-01",
    };
    expect(averagesBody.safeParse(body).data?.device_ids).toEqual(["1", "SUN-1"]);
    for (const device_ids of [[], [1.5], [null], "1", undefined])
      expect(averagesBody.safeParse({ ...body, device_ids }).success).toBe(false);
  });
});
