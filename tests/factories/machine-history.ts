import type { MachineHistory } from "#app/features/dashboard/fleet-types.ts";

const EMPTY = { startMs: 0, stepMs: 1, buckets: [] };

/** A past with nothing in it. */
export const emptyHistory: MachineHistory = {
  grids: { sheets_per_hour: EMPTY, machine_speed: EMPTY, msf_hr: EMPTY },
  states: [],
  averages: { uptime: null, productivity: null, spanMs: null },
  targetSheetsPerHour: null,
  isTargetYoung: false,
};
