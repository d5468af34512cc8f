import { wallClock } from "./local-days.ts";

/** Zones change their clocks at quarters of an hour of UTC, and nowhere else. */
const QUARTER_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

/** ISO 8601 with the offset of the zone at that moment, to the second, or to the millisecond where there is one. */
export function zonedIso(timezone: string): (timeMs: number) => string {
  let quarter = NaN;
  let offsetMs = 0;
  let suffix = "";
  return (timeMs) => {
    const thisQuarter = Math.floor(timeMs / QUARTER_MS);
    if (thisQuarter !== quarter) {
      quarter = thisQuarter;
      offsetMs = wallClock(thisQuarter * QUARTER_MS, timezone) - thisQuarter * QUARTER_MS;
      suffix = offsetText(offsetMs);
    }
    const local = new Date(timeMs + offsetMs).toISOString();
    return local.slice(0, timeMs % 1000 === 0 ? 19 : 23) + suffix;
  };
}

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / MINUTE_MS));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${offsetMs < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** As zonedIso, for rows of several zones. */
export function zonedTimes(): (timeMs: number, timezone: string) => string {
  const byZone = new Map<string, (timeMs: number) => string>();
  return (timeMs, timezone) => {
    let isoOf = byZone.get(timezone);
    if (isoOf === undefined) byZone.set(timezone, (isoOf = zonedIso(timezone)));
    return isoOf(timeMs);
  };
}
