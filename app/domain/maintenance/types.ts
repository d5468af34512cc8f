/** Words of the maintenance area (spec 001 §3, §4). */
export const MAINTENANCE_TYPES = ["replacement", "lube"] as const;
export type MaintenanceType = (typeof MAINTENANCE_TYPES)[number];

export const MAINTENANCE_STATUSES = ["snoozed", "overdue", "due_soon", "new", "default"] as const;
export type MaintenanceStatus = (typeof MAINTENANCE_STATUSES)[number];

/** How the recommendation compared with the wear that was found, by the number a form sends: 0 too early, 1 on time, 2 too late. */
export const PREDICTION_ACCURACIES = ["early", "on_time", "late"] as const;
export type PredictionAccuracy = (typeof PREDICTION_ACCURACIES)[number];

/** The work's words: "replaced", "replace", "replacement". */
export type MaintenanceVerbs = { past: string; present: string; noun: string };
