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
  /** Where a table has no head, LifeLeftHead stands in its place, and the row keeps to its lines. */
  isShort?: boolean;
};

/** Both figures, in a cell below the head "Life left (due at)"; without one above it, in words. */
export function LifeLeftText({ left, cutoff, isShort = false }: Props) {
  const { t } = useTranslation();
  const { percentOf } = useFormats();
  if (left === null) return "–";
  const shown = percentOf(left, leftDecimals(left, cutoff));
  const dueAt = percentOf(cutoff, decimalsOf(cutoff));
  return (
    <>
      <span className={cx("sr-only", !isShort && "slim:not-sr-only")}>
        {`${t("due.leftAlone", { left: shown })}, ${t("due.dueAt", { cutoff: dueAt })}`}
      </span>
      <span
        aria-hidden="true"
        data-life
        className={cx("whitespace-nowrap", !isShort && "slim:hidden")}
      >
        {shown}
        <span className="text-xs text-ink-faint">{` (${dueAt})`}</span>
      </span>
    </>
  );
}

/** What the short figures below it are, where a table has no head. Those who listen hear it at each of them. */
export function LifeLeftHead() {
  const { t } = useTranslation();
  return (
    <p aria-hidden="true" className="hidden text-right text-xs text-ink-faint slim:block">
      {t("due.leftAndDueAt")}
    </p>
  );
}
