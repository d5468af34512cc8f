import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { DateField } from "#app/kit/controls/date-field.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { dayAfter, dayOf, isDay, noonOf } from "#app/domain/formats/local-days.ts";
import { isBlank } from "#app/domain/one-line.ts";
import { FormDialog } from "#app/kit/forms/form-overlay.tsx";
import { useOpenings } from "#app/kit/forms/use-done-toast.tsx";
import type { Work } from "./complete-dialog.tsx";
import { snoozeForm, type MaintenanceDone } from "./maintenance-forms.ts";
import { pausedUntil } from "./paused-until.ts";
import { MAX_REASON } from "./schemas.ts";
import "./texts.ts";

const WEEK_MS = 7 * DAY_MS;

type Props = {
  /** null: closed. */
  work: Work | null;
  nowMs: number;
  onClose: () => void;
  onDone: (work: Work) => void;
};

/** Puts overdue work off to a day, with a reason; says until when nobody is reminded. */
export default function SnoozeDialog({ work, ...props }: Props) {
  const round = useOpenings(work !== null);
  const [shown, setShown] = useState(work);
  if (work !== null && work !== shown) setShown(work);
  return shown && <OpenSnooze key={round} {...props} work={shown} open={work !== null} />;
}

function OpenSnooze({
  work,
  open,
  nowMs,
  onClose,
  onDone,
}: Omit<Props, "work"> & { work: Work; open: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { timezone } = work;
  const tomorrow = dayAfter(dayOf(nowMs, timezone));
  const [day, setDay] = useState(() => dayOf(nowMs + WEEK_MS, timezone));
  const [reason, setReason] = useState("");
  const isLater = isDay(day) && day >= tomorrow;
  const off = (() => {
    if (!isLater) return t("maintenance.snoozeTomorrow");
    return isBlank(reason) ? t("maintenance.snoozeWhy") : null;
  })();
  return (
    <FormDialog<typeof snoozeForm, MaintenanceDone>
      open={open}
      onClose={onClose}
      onDone={() => onDone(work)}
      title={t("maintenance.snoozeTitle", { name: work.name })}
      id={`snooze-${work.id}`}
      intent="snooze"
      schema={snoozeForm}
      hidden={{ id: work.id }}
      defaultValue={{ snoozed_until: day, snooze_reason: "" }}
      submit={{ label: t("maintenance.snooze"), off }}
    >
      {(form) => (
        <>
          <DateField
            {...form.fieldProps("snoozed_until", t("maintenance.snoozeUntil"))}
            min={tomorrow}
            onValue={setDay}
          />
          <Field
            {...form.textProps("snooze_reason", t("maintenance.reason"))}
            maxLength={MAX_REASON}
            autoComplete="off"
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
          {isLater && (
            <p className="text-sm text-ink-soft">
              {t("maintenance.snoozePause", {
                until: formats.date(noonOf(day, timezone), timezone),
                again: formats.date(pausedUntil(day, timezone), timezone),
              })}
            </p>
          )}
        </>
      )}
    </FormDialog>
  );
}
