import { useTranslation } from "react-i18next";
import { toAge } from "#app/domain/formats/times.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/domain/durations.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { useConnection } from "#app/live/index.ts";
import "#app/features/displays/texts.ts";

const UNIT_MS = { seconds: SECOND_MS, minutes: MINUTE_MS, hours: HOUR_MS, days: DAY_MS } as const;

/** An age behind "up to", ms: the next whole one of its unit, which it is not older than. */
export function ageAtMost(ageMs: number): number {
  const unitMs = UNIT_MS[toAge(ageMs).unit];
  return Math.ceil(ageMs / unitMs) * unitMs;
}

/** What a wall's bar says of old data; null while it is of now. `isOldest`: others that it counts are younger. */
export function useOldWords(ageMs: number | null, isOldest: boolean): string | null {
  const { t } = useTranslation();
  const formats = useFormats();
  const isLost = useConnection() === "lost";
  if (ageMs === null) return null;
  if (ageMs <= 0) return t("slideshow.cut");
  if (isOldest)
    return t(`slideshow.${isLost ? "cutOldest" : "oldest"}`, {
      age: formats.age(ageAtMost(ageMs)),
    });
  return t(`slideshow.${isLost ? "cutOld" : "old"}`, { age: formats.age(ageMs) });
}
