/** Alarms as they are stored and sent (spec 001 §3, §5). */
export const ALARM_FUNCTIONS = [
  "value_threshold_for_time_period_in_state",
  "anomalous_for_time_period",
  "no_data_for_time_period",
] as const;
export type AlarmFunction = (typeof ALARM_FUNCTIONS)[number];

export const COMPARATORS = [">", ">=", "<", "<=", "==", "!="] as const;
/** As a person reads them. */
export const COMPARATOR_SIGNS: Record<(typeof COMPARATORS)[number], string> = {
  ">": ">",
  ">=": "≥",
  "<": "<",
  "<=": "≤",
  "==": "=",
  "!=": "≠",
};
export type Comparator = (typeof COMPARATORS)[number];

/** Whose silence a no-data alarm watches. */
export const SILENCE_SOURCES = ["machine", "sampler", "tag"] as const;
export type SilenceSource = (typeof SILENCE_SOURCES)[number];

export type AlarmArguments = {
  /** Empty where the silence of a machine or sampler is watched. */
  tag_name: string;
  /** Milliseconds that it must last. */
  period: number;
  /** Codes of machine states in which it counts; empty: in all. */
  machine_states?: number[];
  comp?: Comparator;
  threshold?: number;
  uts_ad_enabled?: boolean;
  threshold_ad_enabled?: boolean;
  /** By how much the value must come back before it counts as no longer met; 0 or left out: as soon as it is not met. */
  deadband?: number;
  /** Milliseconds that it must not be met before the alarm goes off; 0 or left out: at the first such sample. */
  delay_off?: number;
  /** Of a no-data alarm. */
  source?: SilenceSource;
  sampler_id?: number;
  /** Of a no-data alarm: quiet until something was heard for the first time. */
  awaits_first?: boolean;
};

/** ISA-18.2: how soon somebody must act. */
export const ALARM_PRIORITIES = ["low", "medium", "high", "critical"] as const;
export type AlarmPriority = (typeof ALARM_PRIORITIES)[number];

/** ISA-18.2's states. `raised`: on and not acknowledged; `cleared`: off again, and still not acknowledged. */
export const ALARM_STATES = ["normal", "raised", "acknowledged", "cleared"] as const;
export type AlarmState = (typeof ALARM_STATES)[number];
export const alarmState = ({
  inAlarm,
  isAcknowledged,
}: {
  inAlarm: boolean;
  isAcknowledged: boolean;
}): AlarmState => {
  if (inAlarm) return isAcknowledged ? "acknowledged" : "raised";
  return isAcknowledged ? "normal" : "cleared";
};

/** Milliseconds: spec 001 §5. */
export const MIN_PERIOD_MS = 1_000;
/** Of a no-data alarm: samplers send in batches. */
export const MIN_SILENCE_MS = 60_000;
export const MAX_PERIOD_MS = 86_400_000;

/** What is written into the plant's SAP, by the names that SAP has for it. */
export type SapNotification = {
  NotifType: string;
  ShortText: string;
  Priority: string;
  FunctLoc: string;
  Reportedby: string;
  CodeGroup: string;
  Coding: string;
  Breakdown: boolean;
  Status: string;
};

export const ALARM_STATUSES = ["TRIGGERED", "OK"] as const;
export type AlarmStatus = (typeof ALARM_STATUSES)[number];
export const alarmStatus = (inAlarm: boolean): AlarmStatus => (inAlarm ? "TRIGGERED" : "OK");
