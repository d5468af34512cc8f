import { DAY_MS } from "#app/domain/durations.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import type { TimelineSpan } from "./timeline-spans.ts";

export type StateTimeline = { startMs: number; endMs: number; changes: StateChange[] };

const LENGTHS: Record<TimelineSpan, number> = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };

/** The states of a machine's last day, week or month; of a busy month the end of each minute (domain/series/state-changes.ts). */
export async function loadStateTimeline(
  { series, now }: { series: Pick<SeriesReader, "stateChanges">; now: number },
  deviceId: number,
  span: TimelineSpan,
): Promise<StateTimeline> {
  const range = { startMs: now - LENGTHS[span], endMs: now };
  return { ...range, changes: await series.stateChanges({ deviceId, ...range }) };
}
