import { useTranslation } from "react-i18next";
import { cx } from "./cx.ts";
import { useFormats } from "./use-formats.ts";
import "./due/texts.ts";

/** Half a percent counts: what is due at 12.5 % is not due at 13. */
const decimalsOf = (percent: number) => (percent % 1 === 0 ? 0 : 1);

const MOST_DECIMALS = 2;

/** As few as tell it from the share at which it is due: 24.7 % at 25 is overdue, 25.3 is not. */
export const leftDecimals = (left: number, cutoff: number): number => {
  let decimals = 0;
  while (
    decimals < MOST_DECIMALS &&
    left !== cutoff &&
    left.toFixed(decimals) === cutoff.toFixed(decimals)
  )
    decimals += 1;
  return decimals;
};

/** Percent of life left beside the share at which the work is due: overdue work has some life left. */
export function useLifeWords(): (left: number, cutoff: number) => string {
  const { t } = useTranslation();
  const { percentOf } = useFormats();
  return (left, cutoff) =>
    t("due.left", {
      left: percentOf(left, leftDecimals(left, cutoff)),
      cutoff: percentOf(cutoff, decimalsOf(cutoff)),
    });
}

type Props = {
  left: number | null;
  cutoff: number;
  /** Where a table has no head, its words stand in two lines. */
  isStacked?: boolean;
};

/** Both figures, in a cell below the head "Life left (due at)"; without one above it, in words. */
export function LifeLeftText({ left, cutoff, isStacked = false }: Props) {
  const { t } = useTranslation();
  const { percentOf } = useFormats();
  if (left === null) return "–";
  const shown = percentOf(left, leftDecimals(left, cutoff));
  const dueAt = percentOf(cutoff, decimalsOf(cutoff));
  const line = isStacked && "slim:block slim:text-right slim:leading-tight";
  return (
    <>
      <span data-life className="sr-only slim:not-sr-only">
        <span className={cx(line)}>{t("due.leftAlone", { left: shown })}</span>
        <span className={cx(isStacked && "slim:sr-only")}>, </span>
        <span className={cx(line, isStacked && "slim:text-xs slim:text-ink-faint")}>
          {t("due.dueAt", { cutoff: dueAt })}
        </span>
      </span>
      <span aria-hidden="true" className="whitespace-nowrap slim:hidden">
        {shown}
        <span className="text-xs text-ink-faint">{` (${dueAt})`}</span>
      </span>
    </>
  );
}
