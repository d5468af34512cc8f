import type { EventRow } from "./event-row.ts";

/** The event that is meant by a point at a line of time: of those within reach the nearest, of several there the shortest. */
export function eventAt(
  events: readonly EventRow[],
  atMs: number,
  reachMs: number,
): EventRow | undefined {
  const away = ({ startAt, endAt }: EventRow) => Math.max(startAt - atMs, atMs - endAt, 0);
  const length = ({ startAt, endAt }: EventRow) => endAt - startAt;
  return events
    .filter((event) => away(event) <= reachMs)
    .sort((a, b) => away(a) - away(b) || length(a) - length(b))[0];
}
