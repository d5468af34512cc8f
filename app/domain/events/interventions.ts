/** What was done to a component during a downtime event (spec 000 §3). */
export const INTERVENTION_TYPES = ["REPLACE", "LUBRICATE", "CLEAN", "REPAIR", "REBOOT"] as const;
export type InterventionType = (typeof INTERVENTION_TYPES)[number];
