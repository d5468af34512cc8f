/** What a person is told of one maintenance, and when again. Times are Unix milliseconds. */
import { daysUntil } from "./due-days.ts";
import type { MaintenanceStatus } from "./types.ts";

export const NOTICE_STAGES = ["due_soon", "overdue"] as const;
export type NoticeStage = (typeof NOTICE_STAGES)[number];
/** `count`: 0 the first time, 1 a week later, and so on. */
export type Notice = { stage: NoticeStage; count: number; sentAt: number };

const DAYS_BETWEEN = 7;

/**
 * What to tell now of a maintenance that stands so, given what was told in this life of it: once that it is due soon, once
 * that it is overdue, and then every week. Snoozed: nothing. null: nothing.
 */
export function planNotice(
  status: MaintenanceStatus,
  told: readonly Notice[],
  { now, timezone }: { now: number; timezone: string },
): Omit<Notice, "sentAt"> | null {
  if (status !== "due_soon" && status !== "overdue") return null;
  const before = told.filter(({ stage }) => stage === status).sort((a, b) => a.count - b.count);
  const last = before.at(-1);
  if (last === undefined) return { stage: status, count: 0 };
  if (status === "due_soon") return null;
  return daysUntil(now, last.sentAt, timezone) >= DAYS_BETWEEN
    ? { stage: status, count: last.count + 1 }
    : null;
}
