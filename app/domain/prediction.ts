/** Downtime prediction as it is told (spec 000 §3). */

/** How far it looks ahead. */
export const HORIZON_MINUTES = 240;

/** Why a machine has none. */
export const NO_PREDICTION_REASONS = ["too_little_data"] as const;

export type DowntimePrediction =
  | { prediction: number; horizonMinutes: number; reason: null }
  | { prediction: null; horizonMinutes: number; reason: (typeof NO_PREDICTION_REASONS)[number] };
