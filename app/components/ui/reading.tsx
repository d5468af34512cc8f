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
      {unit && <span className="text-xs text-ink-faint">{unit}</span>}
    </>
  );
  const mark = abnormal && (
    <TriangleAlert className="size-3.5 shrink-0 self-center text-hint" aria-hidden="true" />
  );
  return (
    <div className="min-w-0">
      {/* No name or age widens its column: beside it there are figures. What has no room is cut from the name, not from the age;
          that it is abnormal takes the name's line where both have no room: the last of the lines is seen. */}
      <dt
        className={cx(
          "eyebrow flex gap-x-1",
          secondary ? "@max-lg:sr-only" : "w-0",
          // It may come into the space between the columns.
          abnormal
            ? "h-[1lh] min-w-[calc(100%+0.25rem)] flex-wrap-reverse content-end overflow-hidden"
            : "min-w-full",
        )}
      >
        <span className={abnormal ? "whitespace-nowrap" : "min-w-0 truncate"}>{label}</span>
        {(abnormal || age) && (
          <>
            {" "}
            <span className="flex shrink-0 gap-x-1 whitespace-nowrap">
              {abnormal && (
                <span className="flex gap-x-1 text-hint" data-abnormal>
                  {!secondary && mark}
                  {t("machine.abnormal")}
                </span>
              )}
              {age && <span className="font-normal text-warn">{age}</span>}
            </span>
          </>
        )}
      </dt>
      <dd className={cx("flex items-baseline gap-1 whitespace-nowrap", stale && "stale")}>
        {/* Of the figure's size, or its line is as high as the card's own text, and lower than its neighbour's. */}
        {isClose ? <span className={sized}>{figure}</span> : figure}
        {secondary && mark}
      </dd>
    </div>
  );
}
