import { Link } from "@remix-run/react";
import { BellOff, BellRing, Check } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { Card } from "#app/components/layout/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CompactTable, type Column } from "#app/components/ui/compact-table.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { dayOf } from "#app/domain/formats/local-days.ts";
import { DueText } from "#app/components/due-text.tsx";
import { LifeLeftHead, LifeLeftText } from "#app/components/life-left-text.tsx";
import {
  ATTENTION_ROWS,
  type AlarmRow,
  type Attention,
  type AttentionTable,
  type MaintenanceRow,
} from "./fleet-types.ts";
import { useLasted } from "./use-lasted.ts";
import "./later/texts.ts";
import "./texts.ts";

type AttentionAreaProps = {
  attention: Attention;
  nowMs: number;
  /** The page hears nothing any more: what it shows is of before then. */
  isCut: boolean;
  /** null for those who may not mark work as done. */
  onComplete: ((row: MaintenanceRow) => void) | null;
};

/** What somebody should do something about: work that is due, and alarms that are on. */
export function AttentionArea({
  attention: { maintenances, alarms },
  nowMs,
  isCut,
  onComplete,
}: AttentionAreaProps) {
  const { t } = useTranslation();
  const isLong = [maintenances, alarms].some(({ rows }) => rows.length > ATTENTION_ROWS);
  return (
    <section aria-labelledby="attention" className="mt-4 beside:mt-0">
      <header className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 id="attention" className="text-md font-semibold tracking-tight">
          {t("need.title")}
        </h2>
        {isCut && <p className="text-xs font-medium text-warn">{t("attention.before")}</p>}
      </header>
      {/* One that shows all stands alone: beside it there would be nothing for as long as it is. */}
      <div
        className={cx(
          "grid gap-3",
          !isLong && "xl:grid-cols-[3fr_2fr] beside:grid-cols-1",
          isCut && "stale",
        )}
      >
        <Area
          title={t("attention.maintenances")}
          kind="maintenances"
          shown={maintenances.rows.length}
          total={maintenances.total}
        >
          <MaintenanceTable rows={maintenances.rows} nowMs={nowMs} onComplete={onComplete} />
        </Area>
        <Area
          title={t("attention.alarms")}
          kind="alarms"
          shown={alarms.rows.length}
          total={alarms.total}
        >
          <AlarmTable rows={alarms.rows} nowMs={nowMs} isCut={isCut} />
        </Area>
      </div>
    </section>
  );
}

type AreaProps = {
  title: string;
  kind: AttentionTable;
  shown: number;
  total: number;
  children: ReactNode;
};

function Area({ title, kind, shown, total, children }: AreaProps) {
  const { t } = useTranslation();
  return (
    <Card className="min-w-0 px-4 pt-3 pb-2">
      <header className="mb-1 flex items-baseline justify-between gap-3">
        <h3 className="text-sm font-semibold">{title}</h3>
        {total > ATTENTION_ROWS && (
          <Link
            to={shown < total ? `/dashboard?all=${kind}` : "/dashboard"}
            preventScrollReset
            className="relative text-xs font-medium text-ink-soft underline-offset-2 before:absolute before:-inset-x-3 before:-top-7 before:-bottom-2 before:content-[''] hover:underline"
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

/** A name of one line that a finger finds. */
const NAME_LINK = "font-medium hover:underline max-lg:finger-line";

/** A longer one takes several lines instead of the other columns' room. */
const LONG_NAME = 30;

function MachineName({ name }: { name: string }) {
  return (
    <span
      className={cx(
        "text-ink-soft",
        name.length > LONG_NAME &&
          "wrap-anywhere sm:inline-block sm:max-w-72 sm:min-w-40 slim:inline slim:max-w-none slim:min-w-0",
      )}
    >
      {name}
    </span>
  );
}

function MaintenanceTable({
  rows,
  nowMs,
  onComplete,
}: {
  rows: MaintenanceRow[];
  nowMs: number;
  onComplete: AttentionAreaProps["onComplete"];
}) {
  const { t } = useTranslation();
  const columns: Column<MaintenanceRow>[] = [
    {
      key: "name",
      label: t("attention.work"),
      isName: true,
      cell: ({ id, deviceId, name }) => (
        <Link to={`/machines/${deviceId}/maintenance?selected=${id}`} className={NAME_LINK}>
          {name}
        </Link>
      ),
    },
    {
      key: "machine",
      label: t("attention.machine"),
      isPlain: true,
      isFitted: true,
      cell: ({ deviceName }) => <MachineName name={deviceName} />,
    },
    {
      key: "due",
      label: t("attention.due"),
      isPlain: true,
      cell: ({ nextServiceDate, snoozedUntil, timezone }) => (
        // The distance alone where its day would take a line of its own in some rows.
        <span className="max-2xl:[&_time]:sr-only slim:[&_time]:sr-only">
          <DueText
            atMs={nextServiceDate}
            nowMs={nowMs}
            timezone={timezone}
            isSnoozed={snoozedUntil === nextServiceDate}
          />
        </span>
      ),
    },
    {
      key: "left",
      label: t("attention.left"),
      align: "right",
      isPlain: true,
      // The line of the machine has no room for it beside a whole name and "4 days overdue".
      isBeside: true,
      cell: ({ currentState, cutoffValue }) => (
        <LifeLeftText isShort left={currentState} cutoff={cutoffValue} />
      ),
    },
  ];
  if (onComplete !== null)
    columns.push({
      key: "done",
      label: t("attention.action"),
      isQuiet: true,
      align: "right",
      cell: (row) => (
        <Button
          size="small"
          tone="bare"
          className="relative -mr-2 whitespace-nowrap max-sm:-my-1.5 max-sm:-mr-3 sm:max-lg:px-2 lg:px-2"
          onClick={() => onComplete(row)}
        >
          {/* One word needs a frame, or it reads as if the work were done. */}
          <span className="contents terse:inline-flex terse:items-center terse:gap-1 terse:rounded-control terse:border terse:border-line-strong terse:px-2 terse:py-0.5 terse:text-xs">
            <Check className="size-4 terse:size-3.5" aria-hidden="true" />
            <span className="terse:sr-only">{t("attention.complete")}</span>
            <span aria-hidden="true" className="hidden terse:inline">
              {t("attention.completeShort")}
            </span>
          </span>
          <span className="sr-only">: {row.name}</span>
        </Button>
      ),
    });
  return (
    <>
      {rows.length > 0 && <LifeLeftHead />}
      <CompactTable
        caption={t("attention.maintenances")}
        columns={columns}
        rows={rows}
        empty={t("attention.noMaintenances")}
      />
    </>
  );
}

function AlarmTable({ rows, nowMs, isCut }: { rows: AlarmRow[]; nowMs: number; isCut: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const lasted = useLasted();
  /** Of today the time alone, with its zone. */
  const timeOf = (atMs: number, timezone: string) =>
    `${
      dayOf(atMs, timezone) === dayOf(nowMs, timezone)
        ? formats.time(atMs, timezone)
        : formats.dateTime(atMs, timezone)
    } ${formats.zone(atMs, timezone)}`;
  const triggeredText = (atMs: number | null, timezone: string): string =>
    atMs === null
      ? t("attention.triggered")
      : t("attention.triggeredAt", { time: timeOf(atMs, timezone) });
  const columns: Column<AlarmRow>[] = [
    {
      key: "name",
      label: t("attention.alarm"),
      isName: true,
      cell: ({ name, url }) => (
        <Link to={url} className={NAME_LINK}>
          {name}
        </Link>
      ),
    },
    {
      key: "machine",
      label: t("attention.machine"),
      isPlain: true,
      isFitted: true,
      cell: ({ deviceName }) => <MachineName name={deviceName} />,
    },
    {
      key: "priority",
      label: t("attention.priority"),
      isPlain: true,
      isBeside: true,
      cell: ({ priority, shelvedUntil }) => (
        <span
          className={
            priority === "critical" && shelvedUntil === null
              ? "font-semibold text-alarm"
              : "text-ink-soft"
          }
        >
          {t(`attention.priority_${priority}`)}
        </span>
      ),
    },
    {
      key: "status",
      label: t("attention.status"),
      isPlain: true,
      cell: ({ triggeredAt, shelvedUntil, timezone }) => {
        const [Icon, text] =
          shelvedUntil !== null
            ? [BellOff, t("attention.shelvedUntil", { time: timeOf(shelvedUntil, timezone) })]
            : [BellRing, triggeredText(triggeredAt, timezone)];
        // On a phone, where the words have no room beside the machine's name, and in half of a desk's width.
        const short =
          shelvedUntil !== null
            ? t("attention.until", { time: timeOf(shelvedUntil, timezone) })
            : triggeredAt === null
              ? null
              : lasted(nowMs - triggeredAt);
        return (
          <span
            className={cx(
              "inline-flex items-center gap-1.5 align-middle whitespace-nowrap",
              shelvedUntil === null ? "text-alarm" : "text-ink-soft",
            )}
          >
            <Icon className="size-4 shrink-0" aria-hidden="true" />
            <span className={short === null ? undefined : "xl:max-2xl:sr-only slim:sr-only"}>
              {text}
            </span>
            {short !== null && (
              <span aria-hidden="true" className="hidden xl:max-2xl:inline slim:inline">
                {short}
              </span>
            )}
          </span>
        );
      },
    },
  ];
  return (
    <CompactTable
      caption={t("attention.alarms")}
      columns={columns}
      rows={rows}
      empty={t(isCut ? "attention.noAlarmsBefore" : "attention.noAlarms")}
    />
  );
}
