/** How coarse a time axis reads (spec 001 §9). */
export const GRANULARITIES = ["second", "minute", "hour", "day"] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** By the span: up to 300 s seconds, under 12,000 s minutes, under 720,000 s hours, else days. */
export function granularityOf(spanMs: number): Granularity {
  const seconds = spanMs / 1000;
  if (seconds <= 300) return "second";
  if (seconds < 12_000) return "minute";
  return seconds < 720_000 ? "hour" : "day";
}
