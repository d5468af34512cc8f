import { useTranslation } from "react-i18next";
import { useFormats } from "./use-formats.ts";

/** Half a percent counts: what is due at 12.5 % is not due at 13. */
const shareOf = (percent: number, number: (value: number, decimals?: number) => string) =>
  `${number(percent, percent % 1 === 0 ? 0 : 1)} %`;

/** Percent of life left beside the share at which the work is due: overdue work has some life left. */
export function useLifeWords(): (
  left: number,
  cutoff: number,
  key?: "due.left" | "due.leftAlone",
) => string {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (left, cutoff, key = "due.left") =>
    t(key, { left: `${number(left)} %`, cutoff: shareOf(cutoff, number) });
}

/** In a cell of a table; on a phone, where no head stands above it, it says what it is. */
export function LifeLeftText({ left, cutoff }: { left: number | null; cutoff: number }) {
  const words = useLifeWords();
  if (left === null) return "–";
  return (
    <>
      <span className="whitespace-nowrap max-sm:hidden">{words(left, cutoff)}</span>
      <span className="sm:hidden">{words(left, cutoff, "due.leftAlone")}</span>
    </>
  );
}
