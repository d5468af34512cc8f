import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { SAMPLER_SPECS } from "#app/domain/samplers/specs.ts";
import { FormDrawer } from "#app/kit/forms/form-overlay.tsx";
import type { ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import { samplerForm, type SamplerDone } from "./sampler-form.ts";
import type { ListedSampler } from "./schemas.ts";
import "./texts.ts";

type Props = {
  /** null: a new one. */
  sampler: ListedSampler | null;
  open: boolean;
  onClose: () => void;
  onDone: (done: SamplerDone) => void;
};
type Needs = { name: string; spec: string };

/** A new sampler, or one that is changed: its fields by its spec. */
export function SamplerDrawer({ sampler, open, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const first: Needs = { name: sampler?.name ?? "", spec: sampler?.spec ?? "" };
  const [typed, setTyped] = useState<Needs | null>(null);
  const now = typed ?? first;
  const leave = () => {
    setTyped(null);
    onClose();
  };
  return (
    <FormDrawer<typeof samplerForm, SamplerDone>
      open={open}
      onClose={leave}
      onDone={onDone}
      id={`${id}-sampler`}
      title={sampler ? t("samplers.editOf", { name: sampler.name }) : t("samplers.add")}
      {...(sampler ? {} : { lead: t("samplers.addLead") })}
      intent={sampler ? "save-sampler" : "add-sampler"}
      schema={samplerForm}
      hidden={sampler ? { id: sampler.id } : {}}
      defaultValue={{
        name: first.name,
        spec: first.spec,
        plc_address: sampler?.plc_address ?? "",
        plc_port: sampler?.plc_port ?? undefined,
        dataset_name: sampler?.dataset_name ?? "",
        machine_number: sampler?.machine_number ?? "",
        only_mapped_tags: sampler?.only_mapped_tags ?? false,
      }}
      submit={{
        label: sampler ? t("samplers.save") : t("samplers.add"),
        busyLabel: t("samplers.saving"),
        off: now.name.trim() === "" || now.spec.trim() === "" ? t("samplers.needBoth") : null,
      }}
      toast={{
        done: () => t(sampler ? "samplers.updated" : "samplers.created"),
        failed: t(sampler ? "samplers.updateFailed" : "samplers.createFailed"),
        durationMs: 3_000,
      }}
    >
      {(form) => (
        <SamplerFields
          form={form}
          sampler={sampler}
          needs={now}
          onNeeds={(change) => setTyped({ ...now, ...change })}
        />
      )}
    </FormDrawer>
  );
}

type FieldsProps = {
  form: ResourceFormState<typeof samplerForm>;
  sampler: ListedSampler | null;
  needs: Needs;
  onNeeds: (change: Partial<Needs>) => void;
};

function SamplerFields({ form, sampler, needs, onNeeds }: FieldsProps) {
  const { t } = useTranslation();
  const listed = SAMPLER_SPECS.find(({ value }) => value === needs.spec);
  // A spec that is in no list (a driver of Telegraf, say) may be reached by an address.
  const connection = needs.spec === "" ? "none" : (listed?.connection ?? "plc");
  const [reached, setReached] = useState(sampler?.plc_address ?? sampler?.dataset_name ?? "");
  const own = sampler && !SAMPLER_SPECS.some(({ value }) => value === sampler.spec);
  const port = sampler?.spec === needs.spec ? sampler.plc_port : listed?.defaultPort;
  return (
    <>
      <Field
        {...form.textProps("name", t("samplers.name"))}
        help={t("samplers.nameHelp")}
        autoComplete="off"
        maxLength={100}
        onInput={({ currentTarget: { value } }) => onNeeds({ name: value })}
      />
      <SelectField
        {...form.fieldProps("spec", t("samplers.spec"))}
        help={t("samplers.specHelp")}
        options={[
          { value: "", label: t("samplers.chooseSpec"), disabled: true },
          ...SAMPLER_SPECS.map(({ value, name }) => ({ value, label: name })),
          ...(own ? [{ value: sampler.spec, label: sampler.spec }] : []),
        ]}
        onChange={({ currentTarget: { value } }) => onNeeds({ spec: value })}
      />
      {connection === "plc" && (
        <div className="grid grid-cols-[1fr_8rem] gap-4">
          <Field
            {...form.textProps("plc_address", t("samplers.address"))}
            {...(reached === "" ? { help: t("samplers.noAddress") } : {})}
            autoComplete="off"
            spellCheck={false}
            maxLength={255}
            onInput={({ currentTarget: { value } }) => setReached(value)}
          />
          <Field
            {...form.textProps("plc_port", t("samplers.port"))}
            key={needs.spec}
            defaultValue={port ?? ""}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
          />
        </div>
      )}
      {connection === "dataset" && (
        <div className="grid grid-cols-2 gap-4">
          <Field
            {...form.textProps("dataset_name", t("samplers.dataset"))}
            {...(reached === "" ? { help: t("samplers.noDataset") } : {})}
            autoComplete="off"
            maxLength={100}
            onInput={({ currentTarget: { value } }) => setReached(value)}
          />
          <Field
            {...form.textProps("machine_number", t("samplers.machineNumber"))}
            autoComplete="off"
            maxLength={100}
          />
        </div>
      )}
      <SwitchField
        id={`${form.id}-only-mapped`}
        name="only_mapped_tags"
        label={t("samplers.onlyMapped")}
        help={t("samplers.onlyMappedHelp")}
        defaultChecked={form.valuesOf("only_mapped_tags")[0] === "on" || sampler?.only_mapped_tags}
      />
    </>
  );
}
