/** Alarms as they are stored and sent (spec 001 §3, §5). */
export const ALARM_FUNCTIONS = [
  "value_threshold_for_time_period_in_state",
  "anomalous_for_time_period",
] as const;
export type AlarmFunction = (typeof ALARM_FUNCTIONS)[number];

export const COMPARATORS = [">", ">=", "<", "<=", "==", "!="] as const;
export type Comparator = (typeof COMPARATORS)[number];

export type AlarmArguments = {
  tag_name: string;
  /** Milliseconds that it must last. */
  period: number;
  /** Codes of machine states in which it counts; empty: in all. */
  machine_states?: number[];
  comp?: Comparator;
  threshold?: number;
  uts_ad_enabled?: boolean;
  threshold_ad_enabled?: boolean;
};

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
