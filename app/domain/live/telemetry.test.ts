import { describe, expect, it } from "vitest";
import { changesTopic, telemetryTopic } from "./ports.ts";
import { decodeTelemetry, encodeTelemetry, parseTopic, toTelemetryData } from "./telemetry.ts";

describe("a telemetry topic", () => {
  it("names a machine and a metric", () => {
    for (const metric of [
      "machine_speed",
      "DB1.X-2[3]",
      "a|b",
      "a:b",
      "two words, a comma",
      "Geschwindigkeit größer",
      "x".repeat(128),
    ]) {
      expect(parseTopic(telemetryTopic(12, metric))).toEqual({
        deviceId: 12,
        metric,
        kind: "metric",
      });
    }
  });

  it("names a machine and what of it changes", () => {
    expect(parseTopic(changesTopic(12, "comments"))).toEqual({
      deviceId: 12,
      metric: "comments",
      kind: "changes",
    });
  });

  it.each([
    "machine_telemetry:single:12",
    "machine_telemetry:single:12:",
    "machine_telemetry:single::speed",
    "machine_telemetry:single:012:speed",
    "machine_telemetry:single:0:speed",
    "machine_changes:single:12",
    "machine_changes:single:12:speed",
    "machine_changes:single:0:comments",
    "machine_telemetry:single:-1:speed",
    "machine_telemetry:single:1e3:speed",
    "machine_telemetry:single:9999999999999999:speed",
    "machine_telemetry:single:12:two\nlines",
    "machine_telemetry:single:12:half \ud800",
    "machine_telemetry:single:+12:speed",
    "machine_telemetry:single:12 :speed",
    "machine_telemetry:single:１２:speed",
    "MACHINE_TELEMETRY:single:12:speed",
    `machine_telemetry:single:12:${"x".repeat(129)}`,
    "machine_telemetry:all:12:speed",
    "room:lobby",
  ])("is not %s", (topic) => {
    expect(parseTopic(topic)).toBeNull();
  });
});

describe("a telemetry payload", () => {
  it("comes back as it went out", () => {
    const sample = { timeMs: 1_763_700_000_123, value: 181.5, adFlag: true };
    const text = encodeTelemetry("t", toTelemetryData("machine_speed", sample), 7);
    expect(text).toBe(
      '[null,null,"t","telemetry",{"data":{"time":"2025-11-21T04:40:00.123Z","value":181.5,"ad_flag":true},"seq":7}]',
    );
    expect(decodeTelemetry((JSON.parse(text) as unknown[])[4])).toEqual({ sample, seq: 7 });
  });

  it("carries machine states as their number", () => {
    const state = (value: number | string) =>
      toTelemetryData("machine_state", { timeMs: 0, value, adFlag: null }).value;
    expect([state("running"), state(4), state("dancing")]).toEqual([3, 4, -1]);
  });

  it.each([
    null,
    1,
    {},
    { data: null },
    { data: null, seq: "1" },
    { data: {}, seq: 1 },
    { data: { time: "now", value: 1 }, seq: 1 },
    { data: { time: "2025-11-21T04:40:00Z", value: null }, seq: 1 },
  ])("is not %j", (payload) => {
    expect(decodeTelemetry(payload)).toBeNull();
  });
});
