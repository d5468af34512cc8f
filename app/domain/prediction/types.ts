/** Downtime prediction as it is told (spec 000 §3); its definition is in docs/prediction.md. */

/** How far it looks ahead. */
export const HORIZON_MINUTES = 240;

/** Why a machine has none. */
export const NO_PREDICTION_REASONS = [
  /** Its make has not been heard for long enough. */
  "too_little_data",
  /** Its make had too few downtimes to learn from. */
  "too_few_downtimes",
  /** What was learned does not foretell better than the make's plain rate of downtimes. */
  "no_better_than_rate",
  "machine_off",
  "machine_down",
  /** Nobody knows what the machine does now. */
  "not_heard",
  /** Not worked out yet, or too long ago. */
  "outdated",
] as const;
export type NoPredictionReason = (typeof NO_PREDICTION_REASONS)[number];

/** `prediction`: 0 to 1. */
export type DowntimePrediction =
  | { prediction: number; horizonMinutes: number; reason: null }
  | { prediction: null; horizonMinutes: number; reason: NoPredictionReason };
