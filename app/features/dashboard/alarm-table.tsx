import { Link } from "@remix-run/react";
import { BellOff, BellRing } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { CompactTable, type Column } from "#app/components/ui/compact-table.tsx";
import { useFormats } from "#app/components/use-formats.ts";
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
