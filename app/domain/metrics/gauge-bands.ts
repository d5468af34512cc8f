/** The colours of gauges (spec 000 §9). A band holds whole percents, so the rounded value decides, as it is read. */
export type GaugeBand = "good" | "fair" | "poor" | "none";

/** The arc's length; the whole of it is 100 %. */
export const GAUGE_ARC = 280;

/** Uptime and productivity, a fraction: 0–20 red, 21–50 amber, 51–100 and more green, no value grey. */
export function performanceBand(fraction: number | null): GaugeBand {
  const percent = toPercent(fraction);
  if (percent === null) return "none";
  if (percent <= 20) return "poor";
  return percent <= 50 ? "fair" : "good";
}

/** Downtime risk, a fraction: 0–50 green, 51–90 amber, 91–100 red. */
export function riskBand(fraction: number | null): GaugeBand {
  const percent = toPercent(fraction);
  if (percent === null) return "none";
  if (percent <= 50) return "good";
  return percent <= 90 ? "fair" : "poor";
}

/** How much of the arc is filled: it can be no fuller than full. */
export const filledArc = (fraction: number | null): number =>
  fraction === null || !Number.isFinite(fraction)
    ? 0
    : Math.min(1, Math.max(0, fraction)) * GAUGE_ARC;

const toPercent = (fraction: number | null): number | null =>
  fraction === null || !Number.isFinite(fraction) ? null : Math.round(fraction * 100);
