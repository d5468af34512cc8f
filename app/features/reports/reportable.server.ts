import { AppError } from "#app/domain/errors.ts";
import { ownerOf } from "#app/domain/detection/companions.ts";
import { findMetric } from "#app/domain/metrics/registry.ts";
import { reportableRange } from "#app/domain/reports/timeframe.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
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

/** How many names a refusal tells. */
const NAMES_TOLD = 5;

/**
 * Throws validation_failed for names that nobody knows: neither Helios by name, nor the machine, which never sent them. Those
 * that Helios knows may be asked of any machine, and what stands beside a metric that was sent, such as its bounds; their
 * column is empty where the machine has none.
 */
export async function requireMetrics(
  recorder: Pick<RecorderPort, "metrics">,
  metrics: readonly string[],
): Promise<void> {
  const others = metrics.filter((metric) => !findMetric(metric));
  if (others.length === 0) return;
  const sent = new Set(await recorder.metrics());
  const unknown = others.filter((metric) => !sent.has(metric) && !sent.has(ownerOf(metric) ?? ""));
  if (unknown.length === 0) return;
  const names = unknown.slice(0, NAMES_TOLD).join(", ");
  throw new AppError("validation_failed", {
    fields: { metrics: [{ code: "metrics_unknown", names }] },
  });
}
