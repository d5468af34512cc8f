import { expect, it } from "vitest";
import { countAlarms } from "./count-alarms.ts";

const alarm = (
  deviceId: number,
  priority: "low" | "critical",
  shelvedUntil: number | null = null,
) => ({
  ...{ deviceId, priority, shelvedUntil },
});

it("counts those that are on now, and keeps what is overdue", () => {
  const before = { 1: { alarms: 3, overdue: 2, urgency: 3 }, 2: { alarms: 1, overdue: 0 } };
  expect(countAlarms([alarm(1, "low"), alarm(3, "critical"), alarm(3, "low")], before)).toEqual({
    1: { alarms: 1, overdue: 2, urgency: 0 },
    2: { alarms: 0, overdue: 0 },
    3: { alarms: 2, overdue: 0, urgency: 3 },
  });
});

it("does not count what is shelved", () => {
  expect(countAlarms([alarm(1, "critical", 5)], {})).toEqual({});
});
