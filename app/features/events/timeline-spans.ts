/** How far back a machine's state timeline goes. */
export const TIMELINE_SPANS = ["day", "week", "month"] as const;
export type TimelineSpan = (typeof TIMELINE_SPANS)[number];

export const parseTimelineSpan = (text: string | null): TimelineSpan =>
  TIMELINE_SPANS.find((span) => span === text) ?? "day";

/** What the page will show that is on its way to `coming`: another tab, or page, has no span of its own. */
export const spanOnItsWay = (
  shown: TimelineSpan,
  pathname: string,
  coming: { pathname: string; search: string } | undefined,
): TimelineSpan =>
  coming?.pathname === pathname
    ? parseTimelineSpan(new URLSearchParams(coming.search).get("span"))
    : shown;

/** Stops that are listed, the newest. */
export const MOST_STOPS = 200;
