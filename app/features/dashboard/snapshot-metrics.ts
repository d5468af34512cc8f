import type { InitialReading } from "./fleet-types.ts";

/** What a machine's snapshot shows beside its state. */
export const SNAPSHOT_METRICS = [
  "time_online",
  "sheet_count",
  "sheet_size",
  "setup_in_progress",
  "jam_detected",
  "e_stop_pressed",
  "drives_ready",
  "signal_dbm",
] as const;

/** Of the machine with which the snapshot begins, as the page came with it. */
export type SnapshotValues = {
  deviceId: number;
  initial: Record<(typeof SNAPSHOT_METRICS)[number], InitialReading>;
};
