/** Where an empty report's machine may have more to tell. */
import { RANGE_LENGTHS, REPORT_PRESETS } from "#app/domain/formats/date-ranges.ts";
import { parseTimeframe } from "#app/domain/reports/timeframe.ts";

type Wider = (typeof REPORT_PRESETS)[number] | "unlimited";
const OFFERED = 3;

/** The next longer timeframes, shortest first; none beyond everything that is stored. `asked` as a form sends it. */
export function widerTimeframes(asked: string, now: number): Wider[] {
  if (asked === "unlimited") return [];
  const range = parseTimeframe(asked, now);
  // They end now: what reaches back beyond the asked range's beginning holds all of it.
  const spanMs = range === null ? 0 : now - range.startMs;
  const longer = REPORT_PRESETS.filter((preset) => RANGE_LENGTHS[preset] > spanMs);
  return [...longer, "unlimited" as const].slice(0, OFFERED);
}
