import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { DueText } from "#app/components/due-text.tsx";
import { leftDecimals, useLifeWords } from "#app/components/life-left-text.tsx";
import type { Maintenance } from "./list-maintenances.server.ts";
import { StatusChips } from "./status-chip.tsx";
import "./texts.ts";

type Props = {
  maintenance: Maintenance;
  isSelected: boolean;
  to: string;
  nowMs: number;
  timezone: string;
};

/** Name, how it stands, what is left and when it is due; all of it leads to the detail. */
export function MaintenanceCard({ maintenance, isSelected, to, nowMs, timezone }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { name, recommendedDate, snoozedUntil, status } = maintenance;
  return (
    <li
      className={cx(
        "relative rounded-card border bg-card p-3 transition-colors duration-150 hover:bg-hover",
        isSelected ? "border-ink" : "border-line",
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
        <Link
          to={to}
          replace
          preventScrollReset
          aria-current={isSelected ? "true" : undefined}
          className="min-w-0 text-sm font-semibold break-words after:absolute after:inset-0 after:rounded-card"
        >
          {name}
        </Link>
        <span className="flex flex-wrap gap-1">
          <StatusChips maintenance={maintenance} />
        </span>
      </div>
      <LifeLeft isAlone maintenance={maintenance} className="mt-2" />
      <p className="mt-1.5 text-sm">
        {recommendedDate === null ? (
          <span className="text-ink-faint">{t("maintenance.noDate")}</span>
        ) : (
          <DueText atMs={recommendedDate} nowMs={nowMs} timezone={timezone} />
        )}
      </p>
      {status === "snoozed" && snoozedUntil !== null && (
        <p className="text-xs text-ink-soft">
          {`${t("maintenance.snoozedUntil")} ${formats.date(snoozedUntil, timezone)}`}
        </p>
      )}
    </li>
  );
}

/** Percent of life left, as a number and a bar with the cutoff on it. */
export function LifeLeft({
  maintenance: { currentPercent, cutoffValue },
  className,
  isAlone = false,
}: {
  maintenance: Pick<Maintenance, "currentPercent" | "cutoffValue">;
  className?: string;
  /** The cutoff stands nowhere beside it. */
  isAlone?: boolean;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useLifeWords();
  const text =
    currentPercent === null
      ? "--"
      : isAlone
        ? words(currentPercent, cutoffValue)
        : formats.percentOf(currentPercent, leftDecimals(currentPercent, cutoffValue));
  return (
    <div className={cx("flex items-center gap-2 text-sm", className)}>
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full"
        aria-hidden="true"
      >
        <rect width="100" height="6" className="fill-line" />
        <rect
          width={currentPercent ?? 0}
          height="6"
          className={
            currentPercent !== null && currentPercent <= cutoffValue
              ? "fill-alarm"
              : "fill-ink-soft"
          }
        />
        <rect x={Math.min(99, cutoffValue)} width="1" height="6" className="fill-ink" />
      </svg>
      <span className="shrink-0 tabular-nums">
        <span className="sr-only">{t("maintenance.lifeLeft")} </span>
        {text}
      </span>
    </div>
  );
}
