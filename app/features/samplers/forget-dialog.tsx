import { useTranslation } from "react-i18next";
import { ChoiceField } from "#app/kit/controls/choice-field.tsx";
import { FormDialog } from "#app/kit/forms/form-overlay.tsx";
import { forgetMetricsForm, type ForgetDone } from "./forget-form.ts";
import "#app/kit/texts.ts";
import "./many/texts.ts";
import "./texts.ts";

type Props = { open: boolean; onClose: () => void; names: readonly string[]; onDone: () => void };

/** Asks what is to become of the samples, and forgets the metrics. */
export function ForgetDialog({ open, onClose, names, onDone }: Props) {
  const { t } = useTranslation();
  return (
    <FormDialog<typeof forgetMetricsForm, ForgetDone>
      id="forget"
      open={open}
      onClose={onClose}
      intent="forget-metrics"
      hidden={{ names: JSON.stringify(names) }}
      title={t("unmapped.forgetTitle", { count: names.length, name: names[0] ?? "" })}
      schema={forgetMetricsForm}
      defaultValue={{ samples: "keep" }}
      submit={{ label: t("unmapped.forget"), busyLabel: t("unmapped.forgetting") }}
      toast={{
        done: ({ names: gone }) => t("unmapped.forgotten", { count: gone.length }),
        failed: t("unmapped.forgetFailed"),
        durationMs: 3_000,
      }}
      onDone={onDone}
    >
      {(form) => (
        <>
          <p className="text-sm text-ink-soft">
            {t("unmapped.forgetText", { count: names.length })}
          </p>
          <ChoiceField
            {...form.fieldProps("samples", t("unmapped.forgetFate"))}
            options={[
              { value: "keep", label: t("unmapped.forgetKeep") },
              { value: "delete", label: t("unmapped.forgetDelete") },
            ]}
          />
        </>
      )}
    </FormDialog>
  );
}
