import { ALARM_PRIORITIES } from "#app/domain/alarms/types.ts";
import type { AlarmRow, MachineCounts } from "./fleet-types.ts";
import { NO_COUNTS } from "./need.ts";

type Counted = Pick<AlarmRow, "deviceId" | "shelvedUntil" | "priority">;

/** Of each machine how many alarms are on, and how urgent the most urgent is, beside what else `overdue` counts at it. What is shelved is not counted. */
export function countAlarms(
  alarms: readonly Counted[],
  overdue: Readonly<Record<number, Pick<MachineCounts, "overdue">>>,
): Record<number, MachineCounts> {
  const counts: Record<number, MachineCounts> = Object.fromEntries(
    Object.entries(overdue).map(([id, each]) => [id, { alarms: 0, overdue: each.overdue }]),
  );
  for (const { deviceId, shelvedUntil, priority } of alarms) {
    if (shelvedUntil !== null) continue;
    const machine = (counts[deviceId] ??= { ...NO_COUNTS });
    machine.alarms += 1;
    machine.urgency = Math.max(machine.urgency ?? 0, ALARM_PRIORITIES.indexOf(priority));
  }
  return counts;
}
