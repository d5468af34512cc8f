import type { AlarmPriority } from "#app/domain/alarms/types.ts";

/** An alarm that a wall shows. */
export type WallAlarm = {
  id: number;
  name: string;
  deviceId: number;
  deviceName: string;
  priority: AlarmPriority;
  /** Unix milliseconds. */
  triggeredAt: number | null;
};
