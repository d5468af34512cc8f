import { useRevalidator } from "@remix-run/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { alarmNameIn } from "#app/domain/alarms/silence-name.ts";
import { DataTable } from "#app/kit/table/data-table.tsx";
import { Failure } from "#app/kit/states/failure.tsx";
import type { TableColumn } from "#app/kit/table/table-column.ts";
import type { ShelvedAlarm } from "./shelved.ts";
import "./texts.ts";

/** Which alarms of a facility tell nobody for now: who shelved them, why, and until when. null: they could not be read. */
export function ShelvedAlarms({ alarms }: { alarms: readonly ShelvedAlarm[] | null }) {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  const formats = useFormats();
  const columns = useMemo<TableColumn<ShelvedAlarm>[]>(() => {
    const until = ({ shelvedUntil, timezone, isShelvedByMaintenance }: ShelvedAlarm): string => {
      const time = `${formats.dateTime(shelvedUntil, timezone)} ${formats.zone(shelvedUntil, timezone)}`;
      return isShelvedByMaintenance ? t("alarms.untilWork", { time }) : time;
    };
    return [
      {
        key: "alarm",
        label: t("journal.alarm"),
        value: (row) => alarmNameIn(formats.locale, row.alarmName),
        isName: true,
        wraps: true,
      },
      { key: "machine", label: t("journal.machine"), value: (row) => row.deviceName, wraps: true },
      {
        key: "until",
        label: t("alarms.shelvedUntil"),
        value: (row) => row.shelvedUntil,
        wraps: true,
        text: until,
        // A time alone stays in one line.
        cell: (row) =>
          row.isShelvedByMaintenance ? (
            until(row)
          ) : (
            <span className="whitespace-nowrap">{until(row)}</span>
          ),
      },
      {
        key: "by",
        label: t("journal.person"),
        value: (row) => row.shelvedByName ?? t("alarms.somebody"),
        wraps: true,
      },
      { key: "reason", label: t("alarms.reason"), value: (row) => row.shelvedReason, wraps: true },
    ];
  }, [t, formats]);
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-md font-semibold">{t("alarms.shelvedHere")}</h2>
      {alarms === null ? (
        <Failure onRetry={revalidate} busy={state !== "idle"}>
          {t("alarms.failed")}
        </Failure>
      ) : (
        <DataTable
          caption={t("alarms.shelvedHere")}
          columns={columns}
          rows={alarms}
          rowId={({ alarmId }) => String(alarmId)}
          link={({ deviceId }) => ({ to: `/machines/${deviceId}/alarms` })}
          prefix="shelved."
          size={20}
          plain
          empty={t("alarms.shelvedNone")}
        />
      )}
    </section>
  );
}
