import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/components/call-api.ts";
import { FormDrawer } from "#app/kit/forms/form-overlay.tsx";
import { Failure } from "#app/kit/states/failure.tsx";
import {
  mappingForm,
  toFormValue,
  toKeyFields,
  toMachineKey,
  type MappingDone,
} from "./mapping-form.ts";
import { MappingFields, type MappingDraft } from "./mapping-fields.tsx";
import type { TelemetryTypeJson } from "./list-telemetry-types.server.ts";
import type { ListedSampler, MappingJson } from "./schemas.ts";
import { useKeyChecks } from "./use-key-checks.ts";
import "./texts.ts";

type Props = {
  /** null: a new one. */
  mapping: MappingJson | null;
  open: boolean;
  onClose: () => void;
  sampler: ListedSampler;
  deviceId: number;
  sections: readonly string[];
  /** Mappings of the sampler with UTS detection on. */
  utsCount: number;
};

/** A new mapping, or one that is changed. */
export function MappingDrawer(props: Props) {
  const { mapping, open, onClose, sampler, deviceId } = props;
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState<MappingDraft | null>(null);
  const [types, readTypes] = useTypes(sampler.id, open);
  const draft = typed ?? draftOf(mapping);
  const machineKey = toMachineKey(draft.key, mapping?.machine_key ?? null);
  const keys = { samplerId: sampler.id, deviceId, machineKey, humanKey: draft.humanKey.trim() };
  const checks = useKeyChecks(open ? keys : { ...keys, machineKey: "", humanKey: "" }, mapping);
  const leave = () => {
    setTyped(null);
    onClose();
  };
  const off =
    machineKey === "" || keys.humanKey === ""
      ? t("mappings.needKeys")
      : checks.machine === "taken" || checks.human === "taken"
        ? t("mappings.keyTaken")
        : checks.machine === "checking" || checks.human === "checking"
          ? t("mappings.checking")
          : null;
  return (
    <FormDrawer<typeof mappingForm, MappingDone>
      open={open}
      onClose={leave}
      id={`${id}-mapping`}
      title={mapping ? t("mappings.editOf", { name: mapping.human_key }) : t("mappings.add")}
      lead={t("mappings.ofSampler", { name: sampler.name })}
      intent={mapping ? "save-mapping" : "add-mapping"}
      schema={mappingForm}
      hidden={mapping ? { id: mapping.id } : { sampler_id: sampler.id }}
      defaultValue={toFormValue(mapping ?? {}) as never}
      submit={{ label: t("mappings.save"), busyLabel: t("mappings.saving"), off }}
      toast={{ done: () => t("mappings.saved"), failed: t("mappings.failed"), durationMs: 3_000 }}
    >
      {(form) => (
        <>
          {types === "failed" && (
            <Failure inline onRetry={readTypes}>
              {t("mappings.typesUnread")}
            </Failure>
          )}
          <MappingFields
            form={form}
            mapping={mapping}
            draft={draft}
            onDraft={(change) => setTyped({ ...draft, ...change })}
            machineKey={machineKey}
            checks={checks}
            types={types === "failed" ? [] : types}
            deviceId={deviceId}
            sections={props.sections}
            utsCount={props.utsCount}
          />
        </>
      )}
    </FormDrawer>
  );
}

const draftOf = (mapping: MappingJson | null): MappingDraft => ({
  key: toKeyFields(mapping?.machine_key ?? ""),
  humanKey: mapping?.human_key ?? "",
  typeId: mapping?.telemetry_type_id ?? null,
  isThreshold: mapping?.threshold_anomaly_detection_enabled ?? true,
});

type Types = TelemetryTypeJson[] | null | "failed";

/** A sampler's telemetry types, asked for when they are first needed, and what asks again; null while they are on their way. */
function useTypes(samplerId: number, isNeeded: boolean): [types: Types, readAgain: () => void] {
  const [types, setTypes] = useState<Types>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!isNeeded) return;
    const abort = new AbortController();
    void callApi<{ data: TelemetryTypeJson[] }>(`samplers/${samplerId}/telemetry_types`, {
      signal: abort.signal,
    }).then((answer) => {
      if (!abort.signal.aborted) setTypes(answer.ok ? answer.data.data : "failed");
    });
    return () => abort.abort();
  }, [samplerId, isNeeded, round]);
  return [types, () => setRound(round + 1)];
}
