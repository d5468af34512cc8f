/** How many alarms count as on, and for how long that holds by itself. */
export type AlarmsOn = {
  /** Shelved ones are left out: they tell nobody for a time. */
  on: number;
  /** Milliseconds until a shelved one that is on comes back; null: none is. */
  nextReturnMs: number | null;
};
