import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import {
  formatFigure,
  formatNumber,
  formatPercent,
  isPercentClose,
  withUnit,
  type FigureRoom,
} from "#app/domain/formats/numbers.ts";
import {
  formatDate,
  formatDateTime,
  formatTime,
  formatTimeRange,
  formatZone,
  toAge,
  toDuration,
  toExactDuration,
  toPeriod,
} from "#app/domain/formats/times.ts";
import { FALLBACK_LOCALE, isLocale } from "#app/domain/preferences.ts";

/** Numbers, times and ages in the reader's language. */
export function useFormats() {
  const { t, i18n } = useTranslation();
  const locale = isLocale(i18n.language) ? i18n.language : FALLBACK_LOCALE;
  return useMemo(() => {
    const age = (ageMs: number | null) => {
      if (ageMs === null) return t("age.never");
      const { unit, n } = toAge(ageMs);
      return t(`age.${unit}`, { n });
    };
    return {
      locale,
      number: (value: number | null, decimals = 0) => formatNumber(locale, value, decimals),
      /** In a place that is only so wide. */
      figure: (value: number | null, room: FigureRoom) => formatFigure(locale, value, room),
      percent: (fraction: number, decimals = 0) => formatPercent(locale, fraction * 100, decimals),
      /** Of a number that is in percent already. */
      percentOf: (percent: number, decimals = 0) => formatPercent(locale, percent, decimals),
      isPercentClose: isPercentClose(locale),
      withUnit: (text: string, unit: string | null) => withUnit(locale, text, unit),
      time: (timeMs: number, timezone: string) => formatTime(locale, timeMs, timezone),
      /** 10:02–10:17 PM in English, 22:02–22:17 in Spanish. */
      timeRange: (startMs: number, endMs: number, timezone: string) =>
        formatTimeRange(locale, startMs, endMs, timezone),
      date: (timeMs: number, timezone: string) => formatDate(locale, timeMs, timezone),
      dateTime: (timeMs: number, timezone: string) => formatDateTime(locale, timeMs, timezone),
      /** The clock alone of today, any other day with its date. */
      moment: (timeMs: number, timezone: string, nowMs: number) =>
        formatDate(locale, timeMs, timezone) === formatDate(locale, nowMs, timezone)
          ? formatTime(locale, timeMs, timezone)
          : formatDateTime(locale, timeMs, timezone),
      zone: (timeMs: number, timezone: string) => formatZone(locale, timeMs, timezone),
      age,
      /** Behind a state, where "hace 33 s" alone would say since when it has been so. */
      ageOfState: (ageMs: number | null) =>
        ageMs === null ? age(null) : t("age.ofState", { age: age(ageMs) }),
      /** Exact, for what somebody has set: 30 s, 10 min, 90 s, 2 h. */
      period: (seconds: number) => {
        const { n, unit } = toPeriod(seconds);
        return `${formatNumber(locale, n)}\u00a0${unit}`;
      },
      /** Whole minutes, for what was measured. */
      duration: (seconds: number) => {
        const { unit, ...values } = toDuration(seconds);
        return t(`duration.${unit}`, values);
      },
      /** The same, below ten minutes with its seconds: of stops and other stretches. */
      exactDuration: (seconds: number) => {
        const { unit, ...values } = toExactDuration(seconds);
        return t(`duration.${unit}`, values);
      },
    };
  }, [locale, t]);
}
