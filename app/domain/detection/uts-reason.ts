/** Why a sample was flagged by UTS detection, in the tag's unit. */
import { usualAverage } from "./uts-band.ts";
import { HOUR_ROWS, SHORT_ROWS } from "./uts-constants.ts";
import { inOrder } from "./uts-limits.ts";
import { D, type UtsState } from "./uts-state.ts";
import type { Why } from "./why.ts";

export type Reason = Exclude<Why["code"], "threshold">;

/** What each of the eight deviations tells. */
export const REASON_OF: readonly Reason[] = [
  "level",
  "average",
  "average",
  "hour",
  "hour_average",
  "unrest",
  "pattern",
  "pattern",
];

/** From y to the tag's unit; null for what is no number there. */
export type ToUnit = (y: number) => number | null;

/** `feature`: the place of the deviation that made the flag, not looked at for "flat". `past` and `longRows` are rows. */
export function whyOf(
  state: UtsState,
  code: Reason,
  feature: number,
  of: {
    value: number;
    lower: number | null;
    upper: number | null;
    sinceMs: number;
    stepMs: number;
    hour: number;
    past: number;
    longRows: number;
    toUnit: ToUnit;
  },
): Why {
  const { d } = state;
  const { value, sinceMs } = of;
  if (code === "flat") return { code, observed: value, forMs: d[D.run]! * of.stepMs, sinceMs };
  const isOutside =
    (of.lower !== null && value < of.lower) || (of.upper !== null && value > of.upper);
  // A value that is out of its band says more than how it moved there.
  if (isOutside && (code === "unrest" || code === "pattern")) code = "level";
  if (code === "unrest") return { code, times: d[D.move]! / (d[D.moveUsual]! || 1e-12), sinceMs };
  if (code === "average" || code === "hour_average") {
    const k = feature as 1 | 2 | 4;
    const usual = usualAverage(state, k, of.hour, of.past, of.longRows);
    const [low, high] = inOrder(of.toUnit(usual.low), of.toUnit(usual.high), d[D.unit]!);
    const rows = k === 1 ? SHORT_ROWS : k === 2 ? of.longRows : HOUR_ROWS;
    const forMs = rows * of.stepMs;
    return { code, observed: of.toUnit(usual.observed) ?? value, low, high, forMs, sinceMs };
  }
  return { code, observed: value, low: of.lower, high: of.upper, sinceMs };
}
