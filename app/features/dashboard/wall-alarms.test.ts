import { expect, test } from "vitest";
import { countsNow, inOrderOfAlarms, newlyRaised, type WallAlarm } from "./wall-alarms.ts";

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

test("machines stand as their most urgent alarm does in the bar, the others as they were", () => {
  const raised = [
    { ...alarm(1, 300), deviceId: 7 },
    { ...alarm(2, 200), deviceId: 4, priority: "high" as const },
    { ...alarm(3, 100), deviceId: 7, priority: "high" as const },
  ];
  const machines = [{ id: 2 }, { id: 4 }, { id: 6 }, { id: 7 }];
  expect(inOrderOfAlarms(machines, raised).map(({ id }) => id)).toEqual([7, 4, 2, 6]);
  expect(inOrderOfAlarms(machines, [])).toEqual(machines);
});
