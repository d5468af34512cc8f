import { useCallback } from "react";
import { useFormats } from "#app/components/use-formats.ts";
import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";

/** From when to when, with the day, of what lasts a minute at least: 11/19/26 9:42–10:42 AM. null: a moment says as much. */
export function useStepWords(timezone: string) {
  const formats = useFormats();
  return useCallback(
    (startMs: number, endMs: number | null): string | null => {
      if (endMs === null || endMs - startMs < MINUTE_MS) return null;
      if (endMs - startMs >= DAY_MS)
        return `${formats.dateTime(startMs, timezone)} – ${formats.dateTime(endMs, timezone)}`;
      return `${formats.date(startMs, timezone)} ${formats.timeRange(startMs, endMs, timezone)}`;
    },
    [formats, timezone],
  );
}
