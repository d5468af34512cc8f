import { AppError } from "#app/domain/errors.ts";
import { reportableRange } from "#app/domain/reports/timeframe.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";

type Range = { startMs: number; endMs: number };

/** What of a range a report of the machine is made of, with its facility's zone. Throws validation_failed for one that is still to come. */
export function requireReportable(
  range: Range,
  now: number,
  { facility }: Pick<Machine, "facility">,
): Range & { timezone: string } {
  const timezone = facility?.timezone ?? "UTC";
  const reportable = reportableRange(range, now, timezone);
  if (reportable === null)
    throw new AppError("validation_failed", { fields: { end_time: [{ code: "future" }] } });
  return { ...reportable, timezone };
}
