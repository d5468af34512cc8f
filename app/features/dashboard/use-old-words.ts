import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { useConnection } from "#app/live/index.ts";
import "#app/features/displays/texts.ts";

/** What a wall's bar says of old data, by the age of the oldest; null while all is of now. */
export function useOldWords(ageMs: number | null): string | null {
  const { t } = useTranslation();
  const formats = useFormats();
  const isLost = useConnection() === "lost";
  if (ageMs === null) return null;
  if (ageMs <= 0) return t(isLost ? "slideshow.cut" : "slideshow.allOld");
  // Rounded as in the rows: the oldest of them says the same.
  return t(isLost ? "slideshow.cutOldest" : "slideshow.oldest", { age: formats.age(ageMs) });
}
