import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import "./texts.ts";

/** For how long something has lasted, in words: "47 min", "< 1 min"; "over 47 min" of what lasts longer than is known. */
export function useLasted(): (ms: number, isLonger?: boolean) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return (ms, isLonger = false) => {
    const length = ms < MINUTE_MS ? t("need.underMinute") : formats.duration(ms / 1000);
    return isLonger ? t("need.over", { length }) : length;
  };
}
