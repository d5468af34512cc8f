import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import "./texts.ts";

/** From when to when a mean counts: 10:02–10:06 PM, and "10:02 PM – now" of one that goes on. */
export function useSpanWords(timezone: string) {
  const { t } = useTranslation();
  const formats = useFormats();
  return useCallback(
    (startMs: number, ends: number | "now") =>
      ends === "now"
        ? t("chart.untilNow", { time: formats.time(startMs, timezone) })
        : formats.timeRange(startMs, ends, timezone),
    [t, formats, timezone],
  );
}
