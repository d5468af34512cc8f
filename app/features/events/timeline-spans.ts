/** How far back a machine's state timeline goes. */
export const TIMELINE_SPANS = ["day", "week", "month"] as const;
export type TimelineSpan = (typeof TIMELINE_SPANS)[number];

export const parseTimelineSpan = (text: string | null): TimelineSpan =>
  TIMELINE_SPANS.find((span) => span === text) ?? "day";

/** Stops that are listed, the newest. */
export const MOST_STOPS = 200;
