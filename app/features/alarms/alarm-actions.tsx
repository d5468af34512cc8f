import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { FormDialog } from "#app/kit/forms/form-overlay.tsx";
import { alarmFormAddress } from "./alarm-address.ts";
import { acknowledgement, MAX_NOTE, SHELF_TIMES, shelving } from "./handle-alarm.ts";
import type { AlarmChoices, ListedAlarm } from "./load-machine-alarms.server.ts";
import "./texts.ts";

type Props = { deviceId: number; open: boolean; alarm: ListedAlarm | null; onClose: () => void };
const TOAST_MS = 3_000;

/** Says that somebody has seen it, with a note for the others. */
export function AcknowledgeDialog({ deviceId, open, alarm, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t("alarms.acknowledgeTitle", { name: alarm?.name ?? "" })}
      lead={t(alarm?.inAlarm === false ? "alarms.acknowledgeLeadOff" : "alarms.acknowledgeLead")}
      id="acknowledge-alarm"
      intent="acknowledge"
      schema={acknowledgement}
      hidden={{ id: alarm?.id ?? 0 }}
      action={alarmFormAddress(deviceId)}
      defaultValue={{ note: "" }}
      submit={{ label: t("alarms.acknowledge") }}
      toast={{ done: () => t("alarms.acknowledged"), durationMs: TOAST_MS }}
    >
      {(form) => <Field {...form.textProps("note", t("alarms.note"))} maxLength={MAX_NOTE} />}
    </FormDialog>
  );
}

/** For a time it tells nobody. */
export function ShelveDialog({
  deviceId,
  open,
  alarm,
  maintenances,
  onClose,
}: Props & Pick<AlarmChoices, "maintenances">) {
  const { t } = useTranslation();
  const [time, setTime] = useState<string>("15m");
  const times = SHELF_TIMES.filter((one) => one !== "maintenance" || maintenances.length > 0);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t("alarms.shelveTitle", { name: alarm?.name ?? "" })}
      lead={t("alarms.shelveLead")}
      id="shelve-alarm"
      intent="shelve"
      schema={shelving}
      hidden={{ id: alarm?.id ?? 0 }}
      action={alarmFormAddress(deviceId)}
      defaultValue={{ for: "15m", reason: "" }}
      submit={{ label: t("alarms.shelve") }}
      toast={{ done: () => t("alarms.shelvedNow"), durationMs: TOAST_MS }}
    >
      {(form) => (
        <>
          <SelectField
            {...form.fieldProps("for", t("alarms.shelveFor"))}
            options={times.map((value) => ({ value, label: t(`alarms.for_${value}`) }))}
            onChange={(event) => setTime(event.target.value)}
          />
          {time === "maintenance" && (
            <SelectField
              {...form.fieldProps("maintenance_id", t("alarms.maintenance"))}
              options={maintenances.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
          <Field {...form.textProps("reason", t("alarms.reason"))} required maxLength={MAX_NOTE} />
        </>
      )}
    </FormDialog>
  );
}

export function UnshelveDialog({ deviceId, open, alarm, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t("alarms.unshelveTitle", { name: alarm?.name ?? "" })}
      text={t("alarms.unshelveText")}
      confirm={{ label: t("alarms.unshelve") }}
      intent="unshelve"
      hidden={{ id: alarm?.id ?? 0 }}
      action={alarmFormAddress(deviceId)}
      toast={{ done: () => t("alarms.unshelved"), durationMs: TOAST_MS }}
    />
  );
}
