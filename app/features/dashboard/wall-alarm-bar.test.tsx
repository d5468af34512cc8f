import { afterEach, expect, it, vi } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { WallClockContext } from "./use-wall-clock.ts";
import { WallAlarmBar } from "./wall-alarm-bar.tsx";
import type { WallAlarm } from "./wall-alarms.ts";
import type { WallFleet } from "./wall-fleet.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";

const NOW = Date.UTC(2026, 10, 5, 12);

afterEach(() => vi.useRealTimers());

const drawBar = (
  triggeredAt: number | null,
  locale: "en" | "es" = "en",
  isOld = false,
  offsetMs: number | null = null,
  priorities: readonly WallAlarm["priority"][] = ["critical"],
) => {
  const read = priorities.map((priority, id) => ({
    ...{ id, name: "E-stop", deviceId: 1, deviceName: "FFG 1", priority, triggeredAt },
  }));
  const fleet = { machines: [{ id: 1 }], large: null, nowMs: NOW } as unknown as WallFleet;
  return draw(
    <WallClockContext.Provider value={offsetMs}>
      <WallAlarmBar {...{ fleet, isOld }} read={read} />
    </WallClockContext.Provider>,
    locale,
  );
};
/** What is seen of it: of the two ages, one. */
const show = async (...args: Parameters<typeof drawBar>) =>
  readText((await drawBar(...args)).replace(/<span class="[^"]*\binvisible\b[^"]*">[^<]*</, "<"));

it("an alarm says for how long it has been on", async () => {
  expect(await show(NOW - (17 * 60 + 4) * MINUTE_MS)).toMatch(/FFG 1: E-stop, 17 h 4 min$/);
  expect(await show(NOW - 20_000)).toMatch(/FFG 1: E-stop, &lt; 1 min$/);
  expect(await show(NOW - 20_000, "es")).toMatch(/FFG 1: E-stop, &lt; 1 min$/);
  expect(await show(null)).toMatch(/FFG 1: E-stop$/);
});

it("of a wall that is cut off an alarm says for how long it had been on by then, and goes on no more", async () => {
  const minutes = (count: number) => NOW - count * MINUTE_MS;
  expect(await show(minutes(12), "en", true)).toMatch(/E-stop, 12 min when last heard$/);
  expect(await show(minutes(12), "es", true)).toMatch(/E-stop, 12 min al último dato$/);
  expect(await show(null, "en", true)).toMatch(/FFG 1: E-stop$/);
});

it("both ages of an alarm have the room of the longer one, so that nothing moves when the connection goes", async () => {
  for (const isOld of [false, true]) {
    const html = await drawBar(NOW - 12 * MINUTE_MS, "en", isOld);
    expect(html).toContain(">12 min<");
    expect(html).toContain(">12 min when last heard<");
    expect(html.match(/\binvisible\b/g)).toHaveLength(1);
  }
});

it("an urgent alarm that was on keeps the mark of one when the wall is cut off, and is not filled as if it were of now", async () => {
  const cut = (priority: WallAlarm["priority"]) => drawBar(NOW, "en", true, null, [priority]);
  for (const priority of ["critical", "high"] as const) {
    expect(await cut(priority)).toContain("border-alarm/");
    expect(await cut(priority)).toMatch(/<svg[^>]*text-alarm/);
    expect(await cut(priority)).not.toMatch(/bg-alarm|text-card/);
  }
  expect(await cut("medium")).not.toMatch(/(?:border|text)-alarm/);
});

it("an alarm that is shown later is as old as it is by now, not as at the wall's last reading", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW + 100_000 });
  expect(await show(NOW - 10_000)).toContain(", &lt; 1 min");
  expect(await show(NOW - 10_000, "en", false, 0)).toContain(", 1 min");
  // By a screen whose clock is an hour behind.
  expect(await show(NOW - 10_000, "en", false, 60 * MINUTE_MS)).toContain(", 1 h 1 min");
});

it("a critical alarm is as high in colour as it is in a frame, so that nothing below it moves", async () => {
  const frame = /<p class="[^"]*\bborder-\[max\(2px,/;
  expect(await drawBar(NOW)).toMatch(frame);
  expect(await drawBar(NOW, "en", true)).toMatch(frame);
});

it("an alarm that is not urgent is named in the quiet: without an alarm's colour", async () => {
  const bar = (...all: WallAlarm["priority"][]) => drawBar(NOW, "en", false, null, all);
  expect(readText(await bar("medium"))).toContain("FFG 1: E-stop");
  for (const priority of ["low", "medium"] as const)
    expect(await bar(priority)).not.toMatch(/(?:border|text)-alarm/);
  expect(await bar("high")).toContain("border-alarm");
});

it("three alarms are named, of whatever urgency; the number of the others stands apart from each of them", async () => {
  const bar = (count: number, locale: "en" | "es" = "en") =>
    drawBar(NOW, locale, false, null, Array<"low">(count).fill("low"));
  for (const count of [1, 2, 3]) {
    expect((await bar(count)).match(/<p /g)).toHaveLength(count);
    expect(readText(await bar(count))).not.toContain("+");
  }
  const four = await bar(4);
  expect(four.match(/<p /g)).toHaveLength(3);
  expect(four.match(/<p [^]*?<\/p>/g)!.join("")).not.toContain("+1");
  expect(readText(four)).toMatch(/\+1 alarm$/);
  expect(readText(await bar(5))).toMatch(/\+2 alarms$/);
  expect(readText(await bar(4, "es"))).toMatch(/\+1 alarma$/);
  expect(readText(await bar(5, "es"))).toMatch(/\+2 alarmas$/);
});

it("alarms beside each other are written as large as the longest of them has room for", async () => {
  const sizesOf = async (...names: string[]) => {
    const read = names.map((name, id) => ({
      ...{ id, name, deviceId: 1, deviceName: "FFG 1", priority: "low" as const, triggeredAt: NOW },
    }));
    const fleet = { machines: [{ id: 1 }], large: null, nowMs: NOW } as unknown as WallFleet;
    const html = await draw(<WallAlarmBar {...{ fleet, read }} isOld={false} />);
    return new Set(
      [...html.matchAll(/<p class="[^"]*(text-\[max\([^)]*)/g)].map(([, size]) => size),
    );
  };
  const long = "Vacuum of the feeding table too low";
  expect((await sizesOf("E-stop", long)).size).toBe(1);
  expect(await sizesOf("E-stop", long)).toEqual(await sizesOf(long, long));
  expect(await sizesOf("E-stop", long)).not.toEqual(await sizesOf("E-stop", "E-stop"));
});

it("many alarms stand beside each other, each as high as one alone: the rows below keep their height", async () => {
  for (const count of [1, 2, 3, 5]) {
    const html = await drawBar(NOW, "en", false, null, Array<"high">(count).fill("high"));
    const shown = Math.min(count, 3);
    expect(html.match(/<p class="[^"]*wall-wide:min-h-/g)).toHaveLength(shown);
    expect(/wall-wide:grid-cols-(?:\[repeat\()?(\d)/.exec(html)?.[1]).toBe(String(shown));
    expect(html).not.toMatch(/wall-wide:\S*col-span/);
  }
});
