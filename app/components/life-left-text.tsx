import { useTranslation } from "react-i18next";
import { cx } from "./cx.ts";
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
  /** Where there is little room both figures alone are seen, below LifeLeftHead: the row keeps to its lines. */
  isShort?: boolean;
};

/** In a cell of a table, below each other where columns are narrow; without a head above it, it says what it is, or LifeLeftHead does. */
export function LifeLeftText({ left, cutoff, isShort = false }: Props) {
  const { t } = useTranslation();
  const { percentOf } = useFormats();
  if (left === null) return "–";
  const dueAt = t("due.dueAt", { cutoff: percentOf(cutoff, decimalsOf(cutoff)) });
  return (
    <>
      <span className="whitespace-nowrap slim:hidden">
        {percentOf(left)}
        <span className="max-lg:hidden">, </span>
        <span className="text-xs text-ink-faint max-lg:block">{dueAt}</span>
      </span>
      <span className={cx("hidden", isShort ? "slim:sr-only slim:inline" : "slim:inline")}>
        {`${t("due.leftAlone", { left: percentOf(left) })}, ${dueAt}`}
      </span>
      {isShort && (
        <span aria-hidden="true" data-life className="hidden whitespace-nowrap slim:inline">
          {percentOf(left)}
          <span className="text-xs text-ink-faint">{` (${percentOf(cutoff, decimalsOf(cutoff))})`}</span>
        </span>
      )}
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
