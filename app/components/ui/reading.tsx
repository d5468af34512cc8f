import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";

type ReadingProps = {
  label: ReactNode;
  /** The number as text, "–" without one. */
  value: string;
  unit?: ReactNode;
  /** No space before the unit: a sign of percent in English. */
  isClose?: boolean;
  stale?: boolean;
  /** Shown when the value is old. */
  age?: string | null;
  abnormal?: boolean;
  size?: "md" | "lg";
  /** Smaller, and without its name where the card is narrow: the unit says what it is, the name is for those who listen. */
  secondary?: boolean;
};

/** A number with its name, unit and age. Old ones are dimmed and say how old. */
export function ReadingValue({
  label,
  value,
  unit,
  isClose = false,
  stale = false,
  age,
  abnormal = false,
  size = "md",
  secondary = false,
}: ReadingProps) {
  const { t } = useTranslation();
  const sized = cx(
    size === "lg" ? "text-lg leading-6" : "text-sm",
    secondary && "@lg:text-lg @lg:leading-6",
  );
  const figure = (
    <>
      <span className={cx("font-semibold tracking-tight", sized)}>{value}</span>
      {unit && <span className="text-xs text-ink-faint @max-2xs:tracking-tight">{unit}</span>}
    </>
  );
  const markOf = (className: string) =>
    abnormal && (
      <TriangleAlert className={cx("w-3.5 shrink-0 text-hint", className)} aria-hidden="true" />
    );
  return (
    <div className="min-w-0">
      {/* No name or age widens its column: beside it there are figures. What has no room is cut from the name, not from the age
          or the mark that it is abnormal; the word stands after the mark where it is whole, apart from the neighbour's name. */}
      <dt
        className={cx("eyebrow flex gap-x-1.5", secondary ? "@max-lg:sr-only" : "w-0 min-w-full")}
      >
        <span className="min-w-0 truncate">{label}</span>
        {age && (
          <>
            {" "}
            <span className="shrink-0 font-normal whitespace-nowrap text-warn">{age}</span>
          </>
        )}
        {abnormal && (
          <>
            {" "}
            <span
              className={cx(
                "flex h-[1lh] min-w-3.5 shrink-9999 flex-wrap gap-x-1 overflow-hidden text-hint",
                stale && "stale",
              )}
              data-abnormal
            >
              {markOf("h-[1lh]")}
              <span className="mr-2">{t("machine.abnormal")}</span>
            </span>
          </>
        )}
      </dt>
      <dd className={cx("flex items-baseline gap-1 whitespace-nowrap", stale && "stale")}>
        {/* Of the figure's size, or its line is as high as the card's own text, and lower than its neighbour's. */}
        {isClose ? <span className={sized}>{figure}</span> : figure}
        {secondary && markOf("h-3.5 self-center @lg:hidden")}
      </dd>
    </div>
  );
}
