import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import "./texts.ts";

/** For how long something has lasted, in words: "47 min", "< 1 min", "17 h 2 min", from a day on "2 d 5 h"; "over 47 min" of what lasts longer than is known. */
export function useLasted(): (ms: number, isLonger?: boolean) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return (ms, isLonger = false) => {
    const length =
      ms < MINUTE_MS
        ? t("need.underMinute")
        : ms < DAY_MS
          ? formats.duration(ms / 1000)
          : t("need.days", {
              days: formats.number(Math.floor(ms / DAY_MS)),
              hours: Math.floor((ms % DAY_MS) / HOUR_MS),
            });
    return isLonger ? t("need.over", { length }) : length;
  };
}
