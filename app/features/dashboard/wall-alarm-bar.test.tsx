import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { WallAlarmBar } from "./wall-alarm-bar.tsx";
import type { WallAlarm } from "./wall-alarms.ts";
import type { WallFleet } from "./wall-fleet.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";

const NOW = Date.UTC(2026, 10, 5, 12);

const drawBar = (triggeredAt: number | null, locale: "en" | "es" = "en", isOld = false) => {
  const alarm: WallAlarm = {
    ...{ id: 1, name: "E-stop", deviceId: 1, deviceName: "FFG 1", priority: "critical" },
    triggeredAt,
  };
  const fleet = { machines: [{ id: 1 }], large: null, nowMs: NOW } as unknown as WallFleet;
  return draw(<WallAlarmBar {...{ fleet, isOld }} read={[alarm]} />, locale);
};
const show = async (...args: Parameters<typeof drawBar>) => readText(await drawBar(...args));

it("an alarm says for how long it has been on", async () => {
  expect(await show(NOW - (17 * 60 + 4) * MINUTE_MS)).toContain("FFG 1: E-stop · 17 h 4 min");
  expect(await show(NOW - 20_000)).toContain("FFG 1: E-stop · &lt; 1 min");
  expect(await show(NOW - 20_000, "es")).toContain("FFG 1: E-stop · &lt; 1 min");
  expect(await show(null)).toMatch(/FFG 1: E-stop$/);
  // Nobody knows whether it is on still.
  expect(await show(NOW - 20_000, "en", true)).toMatch(/FFG 1: E-stop$/);
});

it("a critical alarm is as high in colour as it is in a frame, so that nothing below it moves", async () => {
  const frame = /<p class="[^"]*\bborder-2\b/;
  expect(await drawBar(NOW)).toMatch(frame);
  expect(await drawBar(NOW, "en", true)).toMatch(frame);
});
