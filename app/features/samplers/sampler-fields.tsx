import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { SAMPLER_SPECS, usesDataset } from "#app/domain/samplers/specs.ts";
import type { ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import type { samplerForm } from "./sampler-form.ts";
import type { ListedSampler } from "./schemas.ts";
import "./texts.ts";

/** What the form's other parts go by. */
export type SamplerNeeds = { name: string; spec: string };

type Props = {
  form: ResourceFormState<typeof samplerForm>;
  sampler: ListedSampler | null;
  needs: SamplerNeeds;
  onNeeds: (change: Partial<SamplerNeeds>) => void;
};

/** A sampler's fields, by its spec. */
export function SamplerFields({ form, sampler, needs, onNeeds }: Props) {
  const { t } = useTranslation();
  const listed = SAMPLER_SPECS.find(({ value }) => value === needs.spec);
  const isDataset = usesDataset(needs.spec);
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
      {needs.spec !== "" && !isDataset && (
        <div className="grid grid-cols-[1fr_8rem] gap-4">
          <Field
            {...form.textProps("plc_address", t("samplers.address"))}
            {...(reached === ""
              ? {
                  help: t(
                    listed?.connection === "none" ? "samplers.maySend" : "samplers.noAddress",
                  ),
                }
              : {})}
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
      {isDataset && (
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

/** What the form begins with. */
export const samplerValues = (sampler: ListedSampler | null) => ({
  name: sampler?.name ?? "",
  spec: sampler?.spec ?? "",
  plc_address: sampler?.plc_address ?? "",
  plc_port: sampler?.plc_port ?? undefined,
  dataset_name: sampler?.dataset_name ?? "",
  machine_number: sampler?.machine_number ?? "",
  only_mapped_tags: sampler?.only_mapped_tags ?? false,
});
