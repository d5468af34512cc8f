/** Rows in which notes lie below each other where they would lie over each other. */
import type { ChartSpan, ChartView } from "./types.ts";

/** CSS pixels that a note has at least. */
export const NARROWEST_PX = 4;
/** More notes at one time share the last rows, each cut where the next one begins. */
const MOST_ROWS = 6;
/** A small chart has no room for more. */
const MOST_SMALL_ROWS = 2;

/**
 * The row of each note that the range shows, by its key. Of the whole range, so that a zoom moves none: nearer, notes only
 * get further apart.
 */
export function noteRows(
  notes: readonly ChartSpan[],
  { startMs, endMs }: ChartView,
  { widthPx, isSmall }: { widthPx: number; isSmall: boolean },
): ReadonlyMap<string, number> {
  const perPx = (endMs - startMs) / Math.max(1, widthPx);
  const most = isSmall ? MOST_SMALL_ROWS : MOST_ROWS;
  const ends: number[] = [];
  const rows = new Map<string, number>();
  for (const note of [...notes].sort((a, b) => a.startMs - b.startMs)) {
    if (note.endMs <= startMs || note.startMs >= endMs) continue;
    const from = Math.max(startMs, note.startMs);
    const until = Math.max(note.endMs, from + NARROWEST_PX * perPx);
    const free = ends.findIndex((end) => end <= from);
    const row = free >= 0 ? free : ends.length < most ? ends.length : endsFirst(ends);
    ends[row] = until;
    rows.set(note.key, row);
  }
  return rows;
}

const endsFirst = (ends: readonly number[]): number =>
  ends.reduce((first, end, row) => (end < ends[first]! ? row : first), 0);
