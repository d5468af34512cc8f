/** How a maintenance stands (spec 001 §4). Times are Unix milliseconds. */
import type { MaintenanceStatus } from "./types.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
/** Both how long a snooze lasts on after its day and how far ahead "soon" reaches. */
export const THRESHOLD_MS = 30 * DAY_MS;

export type MaintenanceFacts = {
  snoozedUntil: number | null;
  recommendedDate: number | null;
  /** The newest burn rate since the work was last done. */
  lastBurn: { timeMs: number; value: number } | null;
  /** Whether the work was ever done. */
  hasHistory: boolean;
};

/** The first that holds, in the specification's order. */
export function maintenanceStatus(
  { snoozedUntil, recommendedDate, lastBurn, hasHistory }: MaintenanceFacts,
  now: number,
): MaintenanceStatus {
  if (snoozedUntil !== null && now - snoozedUntil < THRESHOLD_MS) return "snoozed";
  if (recommendedDate !== null && lastBurn !== null && lastBurn.timeMs > recommendedDate)
    return "overdue";
  if (recommendedDate !== null && recommendedDate - now < THRESHOLD_MS) return "due_soon";
  return hasHistory ? "default" : "new";
}

/** Percent of life left; null while nobody knows. */
export function percentLeft({
  lastBurn,
  hasHistory,
}: Pick<MaintenanceFacts, "lastBurn" | "hasHistory">): number | null {
  if (lastBurn) return lastBurn.value;
  return hasHistory ? 100 : null;
}

/** When somebody should look at it next: the end of a snooze that counts, else the recommended date. */
export function nextServiceDate(
  { snoozedUntil, recommendedDate }: Pick<MaintenanceFacts, "snoozedUntil" | "recommendedDate">,
  now: number,
) {
  return snoozedUntil !== null && now - snoozedUntil < THRESHOLD_MS
    ? snoozedUntil
    : recommendedDate;
}

/** What is snoozed is not overdue. */
export const canSnooze = (status: MaintenanceStatus): boolean => status === "overdue";
export const canUnsnooze = (
  { snoozedUntil }: Pick<MaintenanceFacts, "snoozedUntil">,
  now: number,
): boolean => snoozedUntil !== null && snoozedUntil > now;

/** Hours from the work until nothing is left: a machine that feeds two sheets a turn wears twice as fast. null: nobody knows. */
export const lifeHoursOf = ({
  maxTagThreshold,
  doubleUp = null,
}: {
  maxTagThreshold: number | null;
  doubleUp?: boolean | null | undefined;
}): number | null =>
  maxTagThreshold !== null && doubleUp === true ? maxTagThreshold / 2 : maxTagThreshold;

/** When the life left reaches the cutoff, burning evenly from 100 percent; null while the life is unknown. */
export function recommendedAfter(
  performedAt: number,
  work: { maxTagThreshold: number | null; cutoffValue: number; doubleUp?: boolean | null },
): number | null {
  const lifeHours = lifeHoursOf(work);
  if (lifeHours === null) return null;
  return performedAt + Math.round(lifeHours * HOUR_MS * (1 - work.cutoffValue / 100));
}
