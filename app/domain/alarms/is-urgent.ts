import type { AlarmPriority } from "./types.ts";

/** Those have an alarm's colour, and a wall sounds; the others are named in the quiet. */
export const isUrgent = ({ priority }: { priority: AlarmPriority }): boolean =>
  priority === "high" || priority === "critical";
