import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { isBlank } from "#app/domain/one-line.ts";
import { FormDrawer } from "#app/kit/forms/form-overlay.tsx";
import { SamplerFields, samplerValues, type SamplerNeeds } from "./sampler-fields.tsx";
import { samplerForm, type SamplerDone } from "./sampler-form.ts";
import "./texts.ts";

type Props = { open: boolean; onClose: () => void; onDone: (done: SamplerDone) => void };

const NONE: SamplerNeeds = { name: "", spec: "" };

/** A new sampler: its fields by its spec. */
export function SamplerDrawer({ open, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [needs, setNeeds] = useState(NONE);
  const leave = () => {
    setNeeds(NONE);
    onClose();
  };
  return (
    <FormDrawer<typeof samplerForm, SamplerDone>
      open={open}
      onClose={leave}
      onDone={onDone}
      id={`${id}-sampler`}
      title={t("samplers.add")}
      lead={t("samplers.addLead")}
      intent="add-sampler"
      schema={samplerForm}
      defaultValue={samplerValues(null)}
      submit={{
        label: t("samplers.add"),
        busyLabel: t("samplers.saving"),
        off: isBlank(needs.name) || needs.spec.trim() === "" ? t("samplers.needBoth") : null,
      }}
      toast={{
        done: () => t("samplers.created"),
        failed: t("samplers.createFailed"),
        durationMs: 3_000,
      }}
    >
      {(form) => (
        <SamplerFields
          form={form}
          sampler={null}
          needs={needs}
          onNeeds={(change) => setNeeds((before) => ({ ...before, ...change }))}
        />
      )}
    </FormDrawer>
  );
}
