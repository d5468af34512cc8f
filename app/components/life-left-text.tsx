import { useTranslation } from "react-i18next";
import { useFormats } from "./use-formats.ts";

/** Half a percent counts: what is due at 12.5 % is not due at 13. */
const decimalsOf = (percent: number) => (percent % 1 === 0 ? 0 : 1);

/** Percent of life left beside the share at which the work is due: overdue work has some life left. */
export function useLifeWords(): (left: number, cutoff: number) => string {
  const { t } = useTranslation();
  const { percentOf } = useFormats();
  return (left, cutoff) =>
    t("due.left", { left: percentOf(left), cutoff: percentOf(cutoff, decimalsOf(cutoff)) });
}

type Props = {
  left: number | null;
  cutoff: number;
  /** On a phone what is left alone is seen: the row keeps to its lines. */
  isShort?: boolean;
};

/** In a cell of a table, below each other where columns are narrow; on a phone, where no head stands above it, it says what it is. */
export function LifeLeftText({ left, cutoff, isShort = false }: Props) {
  const { t } = useTranslation();
  const { percentOf } = useFormats();
  if (left === null) return "–";
  const dueAt = t("due.dueAt", { cutoff: percentOf(cutoff, decimalsOf(cutoff)) });
  return (
    <>
      <span className="whitespace-nowrap max-sm:hidden">
        {percentOf(left)}
        <span className="max-lg:hidden">, </span>
        <span className="text-xs text-ink-faint max-lg:block">{dueAt}</span>
      </span>
      <span className="sm:hidden">
        {t("due.leftAlone", { left: percentOf(left) })}
        <span className={isShort ? "sr-only" : undefined}>{`, ${dueAt}`}</span>
      </span>
    </>
  );
}
