/** The SAP part of an alarm: its bounds and fixed values (spec 001 §5, §9). */
import type { SapNotification } from "./types.ts";

/** Of every text that is written into SAP. */
export const MAX_SAP_TEXT = 40;
export const DEFAULT_SAP_RATE_SECONDS = 604_800;
export const MIN_SAP_RATE_SECONDS = 60;
export const MAX_RATE_AMOUNT = 999;

export const RATE_UNITS = { minutes: 60, hours: 3_600, days: 86_400 } as const;
export type RateUnit = keyof typeof RATE_UNITS;
export const MAX_SAP_RATE_SECONDS = MAX_RATE_AMOUNT * RATE_UNITS.days;

/** What the form does not ask for, until a plant says its own. */
const FIXED = { Reportedby: "HELIOS", CodeGroup: "HELIOS", Coding: "ALRM", Status: "OSNO" };
const DEFAULTS = { NotifType: "M4", Priority: "2", Breakdown: false };

type Given = { FunctLoc: string } & {
  [Key in Exclude<keyof SapNotification, "FunctLoc">]?: SapNotification[Key] | undefined;
};

/** With everything that was left out; the description is the alarm's name at first, cut to what SAP takes. */
export function completeSap(given: Given, alarmName: string): SapNotification {
  const said = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== ""),
  ) as Given;
  return { ShortText: cutToSap(alarmName), ...DEFAULTS, ...FIXED, ...said };
}

/** The first 40 characters, never half of one that takes two code units. */
export const cutToSap = (text: string): string => {
  const cut = text.slice(0, MAX_SAP_TEXT);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
};

/** A rate in the largest unit that divides it, else in the nearest unit that shows it in three digits. */
export function toRate(seconds: number): { amount: number; unit: RateUnit } {
  const units = (["days", "hours", "minutes"] as const).map((unit) => ({
    unit,
    amount: seconds / RATE_UNITS[unit],
  }));
  const exact = units.find(
    ({ amount }) => Number.isInteger(amount) && amount >= 1 && amount <= MAX_RATE_AMOUNT,
  );
  const found = exact ?? units.findLast(({ amount }) => amount <= MAX_RATE_AMOUNT) ?? units[0]!;
  return {
    unit: found.unit,
    amount: Math.min(MAX_RATE_AMOUNT, Math.max(1, Math.round(found.amount))),
  };
}
