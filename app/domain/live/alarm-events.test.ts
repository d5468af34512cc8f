import { expect, it } from "vitest";
import { encodeAlarm, maskAlarmFrame, planAlarmEvents, type LiveAlarm } from "./alarm-events.ts";

const SINCE = "2026-11-22T10:00:00.000Z";
const hot: LiveAlarm = { id: 7, name: "Hot", status: "OK", since: null };
const jam: LiveAlarm = { id: 9, name: "Jam", status: "TRIGGERED", since: SINCE };

it("tells of alarms that are new, went on or off, are called otherwise or are gone", () => {
  expect(planAlarmEvents([hot, jam], [hot, jam])).toEqual([]);
  expect(planAlarmEvents([], [hot, jam])).toEqual([hot, jam]);
  const on: LiveAlarm = { ...hot, status: "TRIGGERED", since: SINCE };
  expect(planAlarmEvents([hot, jam], [on, jam])).toEqual([on]);
  expect(planAlarmEvents([on], [{ ...on, since: "2026-11-22T11:00:00.000Z" }])).toHaveLength(1);
  expect(planAlarmEvents([hot], [{ ...hot, name: "Warm" }])).toEqual([{ ...hot, name: "Warm" }]);
  expect(planAlarmEvents([hot, jam], [hot])).toEqual([{ ...jam, status: "OK", deleted: true }]);
});

it("hides an alarm's name from a socket in demo mode, and nothing else", () => {
  const frame = encodeAlarm("machine_alarms:3", jam, 12);
  expect(JSON.parse(maskAlarmFrame(frame))).toEqual([
    null,
    null,
    "machine_alarms:3",
    "alarm",
    { data: { ...jam, name: "Alarm 9" }, seq: 12 },
  ]);
});
