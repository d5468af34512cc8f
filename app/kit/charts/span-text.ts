import type { useFormats } from "#app/components/use-formats.ts";
import type { ChartView } from "./types.ts";

type Formats = Pick<ReturnType<typeof useFormats>, "dateTime" | "zone">;

/** From when to when, with the zone's name: of both ends where the clock was set in between. */
export function spanText(
  formats: Formats,
  { startMs, endMs }: ChartView,
  timezone: string,
): string {
  const [first, last] = [startMs, endMs].map((timeMs) => formats.zone(timeMs, timezone));
  const from = [formats.dateTime(startMs, timezone), ...(first === last ? [] : [first])].join(" ");
  return `${from} – ${formats.dateTime(endMs, timezone)} ${last}`;
}
