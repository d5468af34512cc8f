import { CircleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/components/call-api.ts";
import { Field } from "#app/components/forms/field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ChoiceBar } from "#app/components/ui/choice-bar.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { dayOf } from "#app/domain/formats/local-days.ts";
import { PREDICTION_ACCURACIES, type PredictionAccuracy } from "#app/domain/maintenance/types.ts";
import type { MaintenanceJson } from "./schemas.ts";
import "./texts.ts";
import "#app/features/events/texts.ts";

type Work = { id: number; deviceId: number; deviceName: string; name: string; timezone: string };
type CompleteDialogProps = {
  /** null: closed. */
  work: Work | null;
  nowMs: number;
  onClose: () => void;
  onDone: (work: Work) => void;
};
type Details = Pick<MaintenanceJson, "actions" | "history" | "last_performed_at">;

/** Marks work as done: every step checked, on a day of the plant, and how well the recommendation fitted. */
export default function CompleteDialog({ work, nowMs, onClose, onDone }: CompleteDialogProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(work);
  const [details, setDetails] = useState<Details | null>(null);
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set());
  const [day, setDay] = useState(() => (work === null ? "" : dayOf(nowMs, work.timezone)));
  const [accuracy, setAccuracy] = useState<PredictionAccuracy>("on_time");
  const [problem, setProblem] = useState<"failed" | "forbidden" | null>(null);
  const [busy, setBusy] = useState(false);
  const today = dayOf(nowMs, shown?.timezone ?? "UTC");
  const [wasOpen, setWasOpen] = useState(work !== null);
  if ((work !== null) !== wasOpen) {
    setWasOpen(work !== null);
    if (work !== null) {
      // Opened again, for the same work too, it begins anew; what is closing stays drawn until it is gone.
      setShown(work);
      setDetails(null);
      setChecked(new Set());
      setDay(dayOf(nowMs, work.timezone));
      setAccuracy("on_time");
      setProblem(null);
    }
  }
  useEffect(() => {
    if (work === null) return;
    const asked = new AbortController();
    void callApi<{ maintenances: MaintenanceJson[] }>(`devices/${work.deviceId}/maintenances`, {
      signal: asked.signal,
    }).then((answer) => {
      if (asked.signal.aborted) return;
      const found = answer.ok
        ? answer.data.maintenances.find(({ id }) => id === work.id)
        : undefined;
      if (found) setDetails(found);
      else setProblem("failed");
    });
    return () => asked.abort();
  }, [work]);
  const steps = details?.actions ?? [];
  const lastMs =
    typeof details?.last_performed_at === "string" ? Date.parse(details.last_performed_at) : null;
  const firstDay = lastMs === null ? "" : dayOf(lastMs, shown?.timezone ?? "UTC");
  const isDayWrong = day === "" || day > today || day < firstDay;
  const isReady = details !== null && steps.every((_, index) => checked.has(index)) && !isDayWrong;
  const submit = async () => {
    if (!shown || !isReady || busy) return;
    setBusy(true);
    setProblem(null);
    const rating =
      details.history.length > 0
        ? { prediction_accuracy: PREDICTION_ACCURACIES.indexOf(accuracy) }
        : {};
    const answer = await callApi(`maintenances/${shown.id}`, {
      method: "PUT",
      body: { maintenance: { performed_at: day, ...rating } },
    });
    setBusy(false);
    if (!answer.ok) return setProblem(answer.code === "forbidden" ? "forbidden" : "failed");
    onDone(shown);
    onClose();
  };
  const toggle = (index: number) => {
    const next = new Set(checked);
    if (!next.delete(index)) next.add(index);
    setChecked(next);
  };
  const problemText =
    problem && (problem === "forbidden" ? t("failures.forbidden") : t("complete.failed"));
  return (
    <Dialog
      open={work !== null}
      onClose={onClose}
      title={t("complete.title", { name: shown?.name ?? "" })}
      description={t("complete.text", { machine: shown?.deviceName ?? "" })}
      actions={
        <>
          <Button onClick={onClose}>{t("form.cancel")}</Button>
          <SubmitButton
            tone="primary"
            type="button"
            busy={busy}
            busyText={t("form.saving")}
            disabled={!isReady}
            onClick={() => void submit()}
          >
            {t("complete.confirm")}
          </SubmitButton>
        </>
      }
    >
      <div className="mt-4 space-y-4">
        {details === null && problem === null && (
          <div className="skeleton h-40" role="status" aria-label={t("events.loading")} />
        )}
        {steps.length > 0 && (
          <fieldset>
            <legend className="mb-1 text-sm font-medium">{t("complete.steps")}</legend>
            {steps.map((step, index) => (
              <label
                key={step}
                className="-mx-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 text-sm hover:bg-hover lg:min-h-9"
              >
                <input
                  type="checkbox"
                  checked={checked.has(index)}
                  onChange={() => toggle(index)}
                  className="size-4.5 shrink-0 accent-(--ink)"
                />
                {step}
              </label>
            ))}
          </fieldset>
        )}
        {details !== null && (
          <Field
            id="complete-day"
            type="date"
            label={t("complete.day")}
            value={day}
            max={today}
            min={firstDay === "" ? undefined : firstDay}
            errors={isDayWrong ? [t("complete.dayWrong")] : []}
            required
            onChange={(event) => setDay(event.target.value)}
          />
        )}
        {details !== null && details.history.length > 0 && (
          <div>
            <p className="mb-1.5 text-sm font-medium">{t("complete.accuracy")}</p>
            <ChoiceBar
              label={t("complete.accuracy")}
              value={accuracy}
              onChoose={setAccuracy}
              choices={PREDICTION_ACCURACIES.map((value) => ({
                value,
                label: t(`complete.accuracy_${value}`),
              }))}
            />
          </div>
        )}
        {problemText && (
          <p role="alert" className="flex gap-1.5 text-sm text-alarm">
            <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {problemText}
          </p>
        )}
      </div>
    </Dialog>
  );
}
