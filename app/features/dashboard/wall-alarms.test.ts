import { expect, test } from "vitest";
import { countsNow, newlyRaised, type WallAlarm } from "./wall-alarms.ts";

const alarm = (id: number, triggeredAt: number): WallAlarm => ({
  ...{ id, triggeredAt, name: "Over current", deviceId: 1 },
  ...{ deviceName: "Line 1", priority: "critical" as const },
});

test("an alarm sounds when it is raised, and again when it is raised again, not when others go", () => {
  const [one, other] = [alarm(1, 100), alarm(2, 200)];
  expect(newlyRaised([], [one])).toEqual([one]);
  expect(newlyRaised([one], [one, other])).toEqual([other]);
  expect(newlyRaised([one, other], [other])).toEqual([]);
  expect(newlyRaised([one], [alarm(1, 300)])).toEqual([alarm(1, 300)]);
});

test("a machine's bell counts the alarms that are on now, and keeps its overdue work", () => {
  const counts = { 1: { alarms: 2, overdue: 3 }, 2: { alarms: 1, overdue: 0 } };
  expect(countsNow(counts, { 1: 1, 7: 4 })).toEqual({
    1: { alarms: 1, overdue: 3 },
    2: { alarms: 0, overdue: 0 },
    7: { alarms: 4, overdue: 0 },
  });
});
