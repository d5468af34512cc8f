import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { Card } from "#app/components/layout/page.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { AlarmTable } from "./alarm-table.tsx";
import { DueWorkTable } from "./due-work-table.tsx";
import {
  ATTENTION_ROWS,
  type Attention,
  type AttentionTable,
  type MaintenanceRow,
  type WorkLock,
} from "./fleet-types.ts";
import { LockedWork } from "./locked-work.tsx";
import "./later/texts.ts";
import "./texts.ts";

type AttentionAreaProps = {
  attention: Attention;
  nowMs: number;
  /** The page hears nothing any more: what it shows is of before then. */
  isCut: boolean;
  /** How old the youngest value of the page is; 0: of now, or not known. */
  ageMs?: number;
  /** null for those who may not mark work as done. */
  onComplete: ((row: MaintenanceRow) => void) | null;
  workLock?: WorkLock | null;
};

/** What somebody should do something about: work that is due, and alarms that are on. */
export function AttentionArea({
  attention: { maintenances, alarms },
  nowMs,
  isCut,
  ageMs = 0,
  onComplete,
  workLock = null,
}: AttentionAreaProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isLong = [maintenances, alarms].some(({ rows }) => rows.length > ATTENTION_ROWS);
  const isAllWork = maintenances.rows.length > ATTENTION_ROWS;
  const isOverdue = maintenances.rows.some(({ nextServiceDate }) => nextServiceDate < nowMs);
  const workTitle = t(isOverdue ? "attention.overdueToo" : "attention.maintenances");
  const { names, machines } = workLock ?? { names: [], machines: 0 };
  const named = names.join(", ");
  const locked =
    names.length < machines
      ? t("attention.andMore", { named, more: formats.number(machines - names.length) })
      : named;
  const raised = (
    <Area
      title={t("attention.alarms")}
      kind="alarms"
      shown={alarms.rows.length}
      total={alarms.total}
      // Behind all work nobody would find them.
      className={cx(isAllWork && "max-xl:order-first beside:order-first among:order-first")}
    >
      <AlarmTable rows={alarms.rows} nowMs={nowMs} isCut={isCut} />
    </Area>
  );
  return (
    <section
      aria-labelledby="attention"
      // Of its whole height it stands in sight, scrolled by itself, beside what is far shorter.
      data-all={isLong || undefined}
      className="mt-4 beside:mt-0 among:mt-0 among:flex among:h-full among:flex-col"
    >
      {/* As high cut off, whatever room it has: no button moves under a pointer. */}
      <header className="mb-2 flex h-6 items-center gap-x-3">
        <h2 id="attention" className="shrink-0 text-md font-semibold tracking-tight">
          {t("need.title")}
        </h2>
        {isCut && (
          <p className="min-w-0 text-xs leading-tight font-medium text-warn">
            {t("attention.before")}
            {ageMs > 0 && `, ${formats.age(ageMs)}`}
          </p>
        )}
      </header>
      {/* Both stay where they are when one of them shows all, and the other is as high as its rows. */}
      <div
        className={cx(
          "grid gap-3 xl:grid-cols-[3fr_2fr]",
          isLong && "xl:items-start",
          // Among cards it ends where they do.
          "beside:grid-cols-1 among:flex-1 among:grid-cols-1 among:grid-rows-[auto_1fr]",
          isCut && "stale",
        )}
      >
        <Area
          title={workTitle}
          kind="maintenances"
          shown={maintenances.rows.length}
          total={maintenances.total}
          note={maintenances.snoozed > 0 && t("attention.snoozed", { count: maintenances.snoozed })}
        >
          {workLock?.isAll === true ? (
            <LockedWork lock={workLock} />
          ) : (
            <>
              <DueWorkTable
                caption={workTitle}
                rows={maintenances.rows}
                nowMs={nowMs}
                onComplete={onComplete}
              />
              {workLock !== null && (
                <p className="pt-1 pb-1 text-xs text-ink-faint">
                  {t("attention.withoutWork", { count: workLock.machines, names: locked })}
                </p>
              )}
            </>
          )}
        </Area>
        {raised}
      </div>
    </section>
  );
}

type AreaProps = {
  title: string;
  kind: AttentionTable;
  shown: number;
  total: number;
  /** What the list does not tell by itself: beside its title, or below it where there is no room. */
  note?: string | false;
  className?: string;
  children: ReactNode;
};

function Area({ title, kind, shown, total, note = false, className, children }: AreaProps) {
  const { t } = useTranslation();
  return (
    <Card className={cx("min-w-0 px-4 pt-3 pb-2", className)}>
      <header className="mb-1 flex items-baseline justify-between gap-x-3 slim:flex-wrap">
        <h3 className="text-sm font-semibold">{title}</h3>
        {note && (
          <p className="mr-auto text-xs text-ink-faint slim:order-last slim:basis-full">{note}</p>
        )}
        {total > ATTENTION_ROWS && (
          <Link
            to={shown < total ? `/dashboard?all=${kind}` : "/dashboard"}
            preventScrollReset
            className="relative shrink-0 text-xs font-medium text-ink-soft underline-offset-2 before:absolute before:-inset-x-3 before:-top-7 before:-bottom-2 before:content-[''] hover:underline"
          >
            {shown < total && t("attention.firstOf", { shown, total })}
            <span className="print:hidden">
              {shown < total
                ? `, ${t("attention.showAll")}`
                : t("attention.fewer", { shown: ATTENTION_ROWS })}
            </span>
          </Link>
        )}
      </header>
      {children}
    </Card>
  );
}
