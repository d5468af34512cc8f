/** Kinds of alarms that can be tried on the past. Silence is not: when data was missing stands in the journal. */
export const TRIED_FUNCTIONS = [
  "value_threshold_for_time_period_in_state",
  "anomalous_for_time_period",
] as const;
export const isTried = (kind: string): boolean => TRIED_FUNCTIONS.some((one) => one === kind);
