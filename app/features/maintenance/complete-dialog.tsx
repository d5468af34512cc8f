import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { DateField } from "#app/kit/controls/date-field.tsx";
import { ChoiceField } from "#app/kit/controls/choice-field.tsx";
import { CheckField } from "#app/kit/controls/check-field.tsx";
import { dayOf, isDay } from "#app/domain/formats/local-days.ts";
import { EARLIEST_YEARS, earliestDay } from "#app/domain/maintenance/earliest-day.ts";
import { asksDoubleUp } from "#app/domain/maintenance/kinds.ts";
import { PREDICTION_ACCURACIES } from "#app/domain/maintenance/types.ts";
import { FormDialog } from "#app/kit/forms/form-overlay.tsx";
import { useOpenings } from "#app/kit/forms/use-done-toast.tsx";
import { completeForm, type MaintenanceDone } from "./maintenance-forms.ts";
import { workToDoAddress, type WorkAnswer, type WorkToDo } from "./work-to-do.ts";
import "./texts.ts";

export type Work = {
  id: number;
  deviceId: number;
  deviceName: string;
  name: string;
  timezone: string;
};
type Props = {
  /** null: closed. */
  work: Work | null;
  nowMs: number;
  onClose: () => void;
  /** `repeat`: where it was marked as done on that day before, the words for it that nothing was changed. */
  onDone: (work: Work, repeat: string | null) => void;
};

/** Marks work as done: every step checked, on a day of the plant, and how well the recommendation fitted. */
export default function CompleteDialog({ work, ...props }: Props) {
  const round = useOpenings(work !== null);
  const [shown, setShown] = useState(work);
  if (work !== null && work !== shown) setShown(work);
  // Opened again it begins anew; what is closing stays drawn until it is gone.
  return shown && <OpenComplete key={round} {...props} work={shown} open={work !== null} />;
}

function OpenComplete({
  work,
  open,
  nowMs,
  onClose,
  onDone,
}: Omit<Props, "work"> & { work: Work; open: boolean }) {
  const { t } = useTranslation();
  const address = workToDoAddress(work.deviceId, work.id);
  const { load, data, state } = useFetcher<WorkAnswer>();
  useEffect(() => {
    if (open) load(address);
  }, [load, address, open]);
  // What was read stays below what is filled in, also where a later reading finds that it is gone.
  const [details, setDetails] = useState<WorkToDo>();
  const read = data?.work ?? details;
  if (read !== details) setDetails(read);
  const isReading = details === undefined && (data === undefined || state !== "idle");
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set());
  const steps = details?.actions ?? [];
  const today = dayOf(nowMs, work.timezone);
  const lastMs = details?.lastPerformedAt ?? null;
  const firstDay =
    lastMs === null ? earliestDay(nowMs, work.timezone) : dayOf(lastMs, work.timezone);
  const [day, setDay] = useState(today);
  const isDayWrong = !isDay(day) || day > today || day < firstDay;
  const isChecked = details !== undefined && steps.every((_, index) => checked.has(index));
  const toggle = (index: number) => {
    const next = new Set(checked);
    if (!next.delete(index)) next.add(index);
    setChecked(next);
  };
  const off = (() => {
    if (isReading) return t("complete.loading");
    if (details === undefined) return t("complete.notRead");
    if (isDayWrong)
      return lastMs === null
        ? t("complete.dayTooEarly", { years: EARLIEST_YEARS })
        : t("complete.dayWrong");
    return isChecked ? null : t("complete.checkAll");
  })();
  return (
    <FormDialog<typeof completeForm, MaintenanceDone>
      open={open}
      onClose={onClose}
      title={t("complete.title", { name: work.name })}
      lead={t("complete.text", { machine: work.deviceName })}
      id={`complete-${work.id}`}
      intent="complete"
      action={address}
      schema={completeForm}
      hidden={{ id: work.id }}
      isReady={details !== undefined}
      isGone={data?.isGone === true}
      defaultValue={{ performed_at: today }}
      submit={{ label: t("complete.confirm"), off }}
      onDone={({ isRepeat }) =>
        onDone(work, isRepeat === true ? t("complete.repeat", { name: work.name }) : null)
      }
    >
      {(form) => (
        <>
          {isReading && (
            <div className="skeleton h-40" role="status" aria-label={t("complete.loading")} />
          )}
          {!isReading && details === undefined && (
            <div role="alert" className="flex flex-wrap items-center gap-3 text-sm text-alarm">
              {data?.isGone === true ? t("complete.gone") : t("complete.failed")}
              {data?.isGone !== true && (
                <Button size="small" onClick={() => load(address)}>
                  {t("errors.retry")}
                </Button>
              )}
            </div>
          )}
          {steps.length > 0 && (
            <fieldset>
              <legend className="mb-1 text-sm font-medium">{t("complete.steps")}</legend>
              {steps.map((step, index) => (
                <CheckField
                  key={step}
                  // Named, so that who closes the form with steps ticked is asked: they are kept nowhere else.
                  name="steps"
                  value={String(index)}
                  label={step}
                  checked={checked.has(index)}
                  onChange={() => toggle(index)}
                />
              ))}
            </fieldset>
          )}
          {details !== undefined && (
            <DateField
              {...form.fieldProps("performed_at", t("complete.day"))}
              max={today}
              min={firstDay}
              onValue={setDay}
            />
          )}
          {details !== undefined && !details.isFirst && (
            <ChoiceField
              {...form.fieldProps("prediction_accuracy", t("complete.accuracy"))}
              options={PREDICTION_ACCURACIES.map((value, index) => ({
                value: String(index),
                label: t(`complete.accuracy_${value}`),
              }))}
            />
          )}
          {details !== undefined && asksDoubleUp(details.kind) && (
            <CheckField
              name="double_up"
              value="on"
              label={t("maintenance.doubleUpAsk")}
              defaultChecked={details.doubleUp === true}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
