import { HOUR_MS } from "#app/domain/durations.ts";
import type { RunHour } from "#app/domain/maintenance/burn.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";

/** Of one question to the series. */
const HOURS_AT_ONCE = 2_400;

/**
 * The hours of [startMs, endMs) of which anything was heard, ascending, with how much of each the machine ran: its mean by
 * time over what was heard. `startMs` is a whole hour.
 */
export async function readRunHours(
  series: Pick<SeriesReader, "steps">,
  deviceId: number,
  { startMs, endMs }: { startMs: number; endMs: number },
): Promise<(RunHour & { heldMs: number })[]> {
  const hours: (RunHour & { heldMs: number })[] = [];
  for (let fromMs = startMs; fromMs < endMs; fromMs += HOURS_AT_ONCE * HOUR_MS) {
    const toMs = Math.min(endMs, fromMs + HOURS_AT_ONCE * HOUR_MS);
    const answer = await series.steps({
      deviceId,
      metrics: ["machine_running"],
      startMs: fromMs,
      endMs: toMs,
      buckets: (toMs - fromMs) / HOUR_MS,
      flags: false,
    });
    for (const { timeMs, value, heldMs = HOUR_MS } of answer.points["machine_running"] ?? [])
      if (typeof value === "number")
        hours.push({ hourMs: timeMs, hours: (Math.min(1, value) * heldMs) / HOUR_MS, heldMs });
  }
  return hours;
}
