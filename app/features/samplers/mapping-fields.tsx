import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { MAX_UTS_TAGS_PER_SAMPLER } from "#app/domain/limits.ts";
import { parseMachineKey } from "#app/domain/samplers/machine-key.ts";
import { MAX_HUMAN_KEY_LENGTH } from "#app/domain/samplers/mapping-rules.ts";
import type { ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import type { TelemetryTypeJson } from "./list-telemetry-types.server.ts";
import type { KeyFields, mappingForm } from "./mapping-form.ts";
import type { MappingJson } from "./schemas.ts";
import { TagSuggestions } from "./tag-suggestions.tsx";
import type { KeyCheck } from "./use-key-checks.ts";
import { useSectionName } from "#app/kit/sections/use-section-name.ts";
import "#app/kit/forms/texts.ts";
import "./texts.ts";

/** What of the form others follow while it is filled in. */
export type MappingDraft = {
  key: KeyFields;
  humanKey: string;
  typeId: number | null;
  isThreshold: boolean;
};

type Props = {
  form: ResourceFormState<typeof mappingForm>;
  mapping: MappingJson | null;
  draft: MappingDraft;
  onDraft: (change: Partial<MappingDraft>) => void;
  machineKey: string;
  checks: { machine: KeyCheck; human: KeyCheck };
  /** null: on their way. */
  types: readonly TelemetryTypeJson[] | null;
  deviceId: number;
  sections: readonly string[];
  utsCount: number;
};

/** The fields of a mapping: the key in its parts, the human tag, section and detections. */
export function MappingFields(props: Props) {
  return (
    <>
      <KeyPart {...props} />
      <HumanPart {...props} />
      <SectionPart {...props} />
      <DetectionPart {...props} />
    </>
  );
}

function KeyPart({ form, mapping, draft, onDraft, machineKey, checks, types }: Props) {
  const { t } = useTranslation();
  const { key, typeId } = draft;
  const type = types?.find(({ id }) => id === typeId) ?? null;
  const members = type?.members ?? [];
  const set = (change: Partial<KeyFields>) => onDraft({ key: { ...key, ...change } });
  const parse = parseMachineKey(machineKey);
  const known = (types ?? []).filter(
    (each) => !each.is_gone || each.id === mapping?.telemetry_type_id,
  );
  const part = (name: keyof KeyFields, label: string) => {
    const { defaultValue: _, ...field } = form.textProps(name, label);
    return {
      ...field,
      value: key[name],
      autoComplete: "off",
      autoCapitalize: "none",
      spellCheck: false,
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        set({ [name]: value }),
    };
  };
  const childErrors = form.errorsOf("child", t("mappings.child"));
  const isMissing = members.length > 0 && !members.some(({ name }) => name === key.child);
  return (
    <fieldset className="space-y-4">
      <legend className="mb-2 text-sm font-semibold">{t("mappings.machineKey")}</legend>
      <Field
        {...withError(
          part("parent", t("mappings.parent")),
          checks.machine === "taken" ? t("problems.machine_key_in_use") : null,
        )}
        help={t("mappings.parentHelp")}
        maxLength={256}
      />
      <SelectField
        id={`${form.id}-type`}
        name="telemetry_type_id"
        label={t("mappings.type")}
        errors={form.errorsOf("telemetry_type_id", t("mappings.type"))}
        value={typeId === null ? "" : String(typeId)}
        onChange={({ currentTarget: { value } }) =>
          onDraft({ typeId: value === "" ? null : Number(value) })
        }
        options={[
          { value: "", label: types === null ? t("mappings.typesLoading") : t("mappings.noType") },
          // Until they are there, the one it has is kept.
          ...(types === null && typeId !== null
            ? [{ value: String(typeId), label: t("mappings.typesLoading") }]
            : []),
          ...known.map(({ id, name, type: base, length }) => ({
            value: String(id),
            label: `${name}${length === null ? "" : `[${length}]`} · ${base}`,
          })),
        ]}
      />
      <div className="grid grid-cols-[1fr_6rem_5rem] gap-3">
        {members.length > 0 ? (
          <SelectField
            id={`${form.id}-child`}
            name="child"
            label={t("mappings.child")}
            errors={isMissing && key.child !== "" ? [t("problems.child_unknown")] : childErrors}
            value={key.child}
            onChange={({ currentTarget: { value } }) => set({ child: value })}
            options={[
              { value: "", label: t("mappings.chooseChild") },
              ...(isMissing && key.child !== "" ? [{ value: key.child, label: key.child }] : []),
              ...members.map(({ name, type: base }) => ({
                value: name,
                label: `${name} · ${base}`,
              })),
            ]}
          />
        ) : (
          <Field {...part("child", t("mappings.child"))} maxLength={128} />
        )}
        <Field {...part("index", t("mappings.index"))} inputMode="numeric" maxLength={6} />
        <Field {...part("bit", t("mappings.bit"))} inputMode="numeric" maxLength={2} />
      </div>
      <p className="rounded-control bg-sunken px-3 py-2 text-sm" aria-live="polite">
        <span className="text-ink-faint">{t("mappings.wholeKey")} </span>
        <code className="font-mono break-all" data-whole-key>
          {parse === null ? "–" : machineKey}
        </code>{" "}
        <CheckWord check={checks.machine} />
      </p>
    </fieldset>
  );
}

function HumanPart({ form, mapping, draft, onDraft, machineKey, checks, deviceId }: Props) {
  const { t } = useTranslation();
  const { defaultValue: _, ...field } = form.textProps("human_key", t("mappings.humanKey"));
  return (
    <div>
      <Field
        {...withError(field, checks.human === "taken" ? t("problems.human_key_in_use") : null)}
        value={draft.humanKey}
        onChange={({ currentTarget: { value } }) => onDraft({ humanKey: value })}
        help={t("mappings.humanKeyHelp")}
        aside={<CheckWord check={checks.human} />}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_HUMAN_KEY_LENGTH}
      />
      <TagSuggestions
        machineKey={machineKey}
        deviceId={deviceId}
        chosen={draft.humanKey}
        own={mapping?.human_key}
        onChoose={(humanKey) => onDraft({ humanKey })}
      />
    </div>
  );
}

function SectionPart({ form, sections }: Props) {
  const { t } = useTranslation();
  const sectionName = useSectionName();
  const { defaultValue = "", ...field } = form.fieldProps("primary_section", t("mappings.section"));
  const own = defaultValue !== "" && !sections.includes(defaultValue) ? [defaultValue] : [];
  return (
    <SelectField
      {...field}
      defaultValue={defaultValue}
      options={[
        { value: "", label: t("mappings.noSection") },
        ...[...sections, ...own].map((value) => ({ value, label: sectionName(value) })),
      ]}
    />
  );
}

function DetectionPart({ form, mapping, draft, onDraft, utsCount }: Props) {
  const { t } = useTranslation();
  const had = mapping?.uts_anomaly_detection_enabled ?? false;
  const left = MAX_UTS_TAGS_PER_SAMPLER - utsCount;
  const isFull = left <= 0 && !had;
  const [isUts, setUts] = useState(had);
  const utsProblems = form.errorsOf("uts_anomaly_detection_enabled", t("mappings.utsSwitch"));
  return (
    <fieldset className="space-y-3 border-t border-line pt-4">
      <legend className="sr-only">{t("mappings.detection")}</legend>
      <SwitchField
        id={`${form.id}-threshold`}
        name="threshold_anomaly_detection_enabled"
        label={t("mappings.thresholdSwitch")}
        help={t("mappings.thresholdHelp")}
        checked={draft.isThreshold}
        onChange={({ currentTarget: { checked } }) => onDraft({ isThreshold: checked })}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field
          {...form.textProps("threshold_lower_bound_percentile", t("mappings.lower"))}
          inputMode="decimal"
          autoComplete="off"
          help={t("mappings.lowerHelp")}
          maxLength={12}
        />
        <Field
          {...form.textProps("threshold_upper_bound_percentile", t("mappings.upper"))}
          inputMode="decimal"
          autoComplete="off"
          help={t("mappings.upperHelp")}
          maxLength={12}
        />
      </div>
      <SwitchField
        id={`${form.id}-uts`}
        name="uts_anomaly_detection_enabled"
        label={t("mappings.utsSwitch")}
        help={
          utsProblems[0] ??
          (isFull
            ? t("mappings.utsFull", { most: MAX_UTS_TAGS_PER_SAMPLER })
            : t("mappings.utsHelp", { n: utsCount, most: MAX_UTS_TAGS_PER_SAMPLER }))
        }
        checked={isUts && !isFull}
        disabled={isFull}
        onChange={({ currentTarget: { checked } }) => setUts(checked)}
      />
    </fieldset>
  );
}

/** What was found out about a key, in a word. */
function CheckWord({ check }: { check: KeyCheck }) {
  const { t } = useTranslation();
  if (check === "unknown") return null;
  return (
    <span
      className={
        check === "taken"
          ? "text-sm text-alarm"
          : check === "free"
            ? "text-sm text-go"
            : "text-sm text-ink-faint"
      }
    >
      {t(`mappings.check.${check}`)}
    </span>
  );
}

const withError = <F extends { errors: readonly string[] }>(field: F, error: string | null): F =>
  error === null || field.errors.includes(error)
    ? field
    : { ...field, errors: [error, ...field.errors] };
