import { useTranslation } from "react-i18next";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/domain/durations.ts";
import { useConnection } from "#app/live/index.ts";
import "#app/features/displays/texts.ts";

const UNITS = [
  ["seconds", SECOND_MS, 2 * MINUTE_MS],
  ["minutes", MINUTE_MS, 2 * HOUR_MS],
  ["hours", HOUR_MS, 2 * DAY_MS],
  ["days", DAY_MS, Infinity],
] as const;

/**
 * An age behind "up to", rounded up: nothing is older than that. In the smaller unit up to two of the larger one, so that it is
 * hardly more than what rows say, which round down: 61 s above rows of 58 s, and not 2 min.
 */
export function ageAtMost(ageMs: number) {
  const [unit, unitMs] = UNITS.find(([, , belowMs]) => ageMs <= belowMs) ?? UNITS[3];
  return { unit, n: Math.ceil(ageMs / unitMs) };
}

/** What a wall's bar says of old data, by the age of the oldest; null while all is of now. */
export function useOldWords(ageMs: number | null): string | null {
  const { t } = useTranslation();
  const isLost = useConnection() === "lost";
  if (ageMs === null) return null;
  if (ageMs <= 0) return t(isLost ? "slideshow.cut" : "slideshow.allOld");
  const { unit, n } = ageAtMost(ageMs);
  return t(isLost ? "slideshow.cutOldest" : "slideshow.oldest", { age: t(`age.${unit}`, { n }) });
}
