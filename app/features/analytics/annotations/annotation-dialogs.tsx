import "./texts.ts";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { FormDialog } from "#app/kit/forms/form-overlay.tsx";
import { annotationAddress } from "./annotation-address.ts";
import { MAX_ANNOTATION_LENGTH, newAnnotation } from "./annotation.ts";

const TOAST_MS = 3_000;

type AddProps = {
  deviceId: number;
  /** null: closed. */
  span: { startMs: number; endMs: number } | null;
  /** As the chart is read. */
  time: (timeMs: number) => string;
  metrics: readonly { metric: string; title: string }[];
  onClose: () => void;
  onDone: () => void;
};

/** Notes something on the span that a chart shows. */
export function AddAnnotation({ deviceId, span, time, metrics, onClose, onDone }: AddProps) {
  const { t } = useTranslation();
  const { startMs, endMs } = span ?? { startMs: 0, endMs: 1 };
  return (
    <FormDialog
      open={span !== null}
      onClose={onClose}
      onDone={onDone}
      title={t("annotations.addTitle")}
      lead={t("annotations.addLead", { start: time(startMs), end: time(endMs) })}
      id="add-annotation"
      intent="add"
      schema={newAnnotation}
      hidden={{
        kind: "note",
        start_time: new Date(startMs).toISOString(),
        end_time: new Date(endMs).toISOString(),
      }}
      action={annotationAddress(deviceId)}
      defaultValue={{ text: "", metric: "" }}
      submit={{ label: t("annotations.save") }}
      toast={{ done: () => t("annotations.added"), durationMs: TOAST_MS }}
    >
      {(form) => (
        <>
          <Field
            {...form.textProps("text", t("annotations.text"))}
            required
            maxLength={MAX_ANNOTATION_LENGTH}
          />
          <SelectField
            {...form.fieldProps("metric", t("annotations.about"))}
            options={[
              { value: "", label: t("annotations.wholeMachine") },
              ...metrics.map(({ metric, title }) => ({ value: metric, label: title })),
            ]}
          />
        </>
      )}
    </FormDialog>
  );
}

type LookedAtProps = {
  deviceId: number;
  open: boolean;
  metric: string;
  title: string;
  span: { startMs: number; endMs: number };
  time: (timeMs: number) => string;
  onClose: () => void;
  onDone: () => void;
};

/** Says that somebody looked at what was abnormal of a measure, with a note for the others. */
export function LookedAtDialog({
  deviceId,
  open,
  metric,
  title,
  span: { startMs, endMs },
  time,
  onClose,
  onDone,
}: LookedAtProps) {
  const { t } = useTranslation();
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      onDone={onDone}
      title={t("annotations.lookedTitle", { title })}
      lead={t("annotations.lookedLead", { start: time(startMs), end: time(endMs) })}
      id="looked-at"
      intent="add"
      schema={newAnnotation}
      hidden={{
        kind: "looked_at",
        metric,
        start_time: new Date(startMs).toISOString(),
        end_time: new Date(endMs).toISOString(),
      }}
      action={annotationAddress(deviceId)}
      defaultValue={{ text: "" }}
      submit={{ label: t("annotations.lookedSave") }}
      toast={{ done: () => t("annotations.lookedDone"), durationMs: TOAST_MS }}
    >
      {(form) => (
        <Field
          {...form.textProps("text", t("annotations.lookedText"))}
          maxLength={MAX_ANNOTATION_LENGTH}
        />
      )}
    </FormDialog>
  );
}
