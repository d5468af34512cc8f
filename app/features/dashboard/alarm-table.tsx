import { Link } from "@remix-run/react";
import { BellOff, BellRing, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { CompactTable, type Column } from "#app/components/ui/compact-table.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { isUrgent } from "#app/domain/alarms/is-urgent.ts";
import { dayOf } from "#app/domain/formats/local-days.ts";
import { machineColumn, NAME_LINK } from "./attention-names.tsx";
import type { AlarmRow } from "./fleet-types.ts";
import { useLasted } from "./use-lasted.ts";
import "./later/texts.ts";
import "./texts.ts";

type Props = {
  rows: AlarmRow[];
  nowMs: number;
  /** The page hears nothing any more: what it shows is of before then. */
  isCut: boolean;
};

/** Only read out on a phone, where it has no room beside the machine's name, and in half of a desk's width. */
const NARROW_HIDDEN = "xl:max-2xl:sr-only slim:sr-only";

/** Alarms that are on, and those that are shelved. */
export function AlarmTable({ rows, nowMs, isCut }: Props) {
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
    machineColumn(t("attention.machine")),
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
      cell: ({ triggeredAt, shelvedUntil, timezone, priority }) => {
        if (shelvedUntil !== null) {
          const time = timeOf(shelvedUntil, timezone);
          return (
            <Status icon={BellOff} tone="text-ink-soft">
              <span className={NARROW_HIDDEN}>{t("attention.shelvedUntil", { time })}</span>
              <span aria-hidden="true" className="hidden xl:max-2xl:inline slim:inline">
                {t("attention.until", { time })}
              </span>
            </Status>
          );
        }
        return (
          <Status icon={BellRing} tone={isUrgent({ priority }) ? "text-alarm" : "text-ink"}>
            {triggeredAt === null ? t("attention.triggered") : lasted(nowMs - triggeredAt)}
            {triggeredAt !== null && (
              <span className={cx("text-xs text-ink-faint", NARROW_HIDDEN)}>
                {t("attention.triggeredAt", { time: timeOf(triggeredAt, timezone) })}
              </span>
            )}
          </Status>
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

function Status({
  icon: Icon,
  tone,
  children,
}: {
  icon: LucideIcon;
  tone: string;
  children: ReactNode;
}) {
  return (
    <span className={cx("inline-flex items-center gap-1.5 align-middle whitespace-nowrap", tone)}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {children}
    </span>
  );
}
