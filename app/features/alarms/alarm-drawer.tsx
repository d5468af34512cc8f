import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { loadLater } from "#app/components/load-later.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useMeasureText } from "#app/components/machine/use-measure-text.ts";
import { Button } from "#app/components/ui/button.tsx";
import { alarmNameIn } from "#app/domain/alarms/silence-name.ts";
import {
  ALARM_FUNCTIONS,
  ALARM_PRIORITIES,
  COMPARATOR_SIGNS,
  COMPARATORS,
} from "#app/domain/alarms/types.ts";
import { parseMailAddress } from "#app/domain/mail/address.ts";
import { MACHINE_STATES } from "#app/domain/metrics/states.ts";
import { Combobox, MultiCombobox } from "#app/kit/combobox/combobox.tsx";
import { CheckGroup } from "#app/kit/controls/check-field.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { FormDrawer } from "#app/kit/forms/form-overlay.tsx";
import { isBooleanTag, isEquality } from "./alarm.ts";
import { alarmFormAddress } from "./alarm-address.ts";
import { DelayOff, Detections, SilenceFields, type First, type Form } from "./kind-fields.tsx";
import type { AlarmDraft } from "#app/domain/alarms/alarm-draft.ts";
import { alarmForm, missingFields, tagChoices, toFormValues } from "./alarm-form.ts";
import type { AlarmChoices, ListedAlarm } from "./load-machine-alarms.server.ts";
import { SapPart } from "./sap-fields.tsx";
import { isTried } from "./tried-functions.ts";
import "./texts.ts";

const TOAST_MS = 3_000;
const AlarmTrial = loadLater(() => import("./alarm-trial.tsx"));
type Props = {
  deviceId: number;
  open: boolean;
  /** null: a new one. */
  alarm: ListedAlarm | null;
  /** What a new one begins with. */
  draft?: AlarmDraft | null;
  choices: AlarmChoices;
  /** IANA name, of the facility. */
  timezone: string;
  onClose: () => void;
};

/** Adds an alarm, or changes one that is there. */
export function AlarmDrawer({
  deviceId,
  open,
  alarm,
  draft = null,
  choices,
  timezone,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const first = { ...toFormValues(alarm), ...(alarm === null ? draft : null) };
  const [deleting, setDeleting] = useState(false);
  /** What is not filled in yet, as people read it. */
  const [missing, setMissing] = useState("");
  const { locale } = useFormats();
  const isNew = alarm === null;
  const name = alarmNameIn(locale, alarm?.name ?? "");
  return (
    <>
      <FormDrawer
        open={open}
        onClose={onClose}
        title={isNew ? t("alarms.add") : t("alarms.changeTitle", { name })}
        id={isNew ? "new-alarm" : `alarm-${alarm.id}`}
        intent={isNew ? "create" : "update"}
        schema={alarmForm}
        hidden={isNew ? {} : { id: alarm.id }}
        action={alarmFormAddress(deviceId)}
        defaultValue={first as never}
        submit={{
          label: t(isNew ? "alarms.addNow" : "alarms.save"),
          off: missing === "" ? null : t("alarms.fillIn", { fields: missing }),
        }}
        toast={{
          done: () => t(isNew ? "alarms.created" : "alarms.updated"),
          failed: (text) => t(isNew ? "alarms.creationError" : "alarms.updateError", { text }),
          durationMs: TOAST_MS,
        }}
      >
        {(form) => (
          <>
            <AlarmFields {...{ form, first, choices, deviceId, timezone }} onMissing={setMissing} />
            {!isNew && (
              <Button tone="bare" onClick={() => setDeleting(true)}>
                <Trash2 className="size-4" aria-hidden="true" />
                {t("alarms.delete")}
              </Button>
            )}
          </>
        )}
      </FormDrawer>
      <ConfirmDialog
        open={open && deleting}
        onClose={() => setDeleting(false)}
        onDone={onClose}
        title={t("alarms.deleteTitle", { name })}
        text={t("alarms.deleteText")}
        confirm={{ label: t("alarms.delete") }}
        intent="delete"
        hidden={{ id: alarm?.id ?? 0 }}
        action={alarmFormAddress(deviceId)}
        toast={{
          done: () => t("alarms.deleted"),
          failed: t("alarms.deletionError"),
          durationMs: TOAST_MS,
        }}
      />
    </>
  );
}

function AlarmFields({
  form,
  first,
  choices,
  deviceId,
  timezone,
  onMissing,
}: {
  form: Form;
  first: First;
  /** Told what is not filled in yet; nothing when the form can be sent. */
  onMissing: (fields: string) => void;
} & Pick<Props, "choices" | "deviceId" | "timezone">) {
  const { t } = useTranslation();
  const measure = useMeasureText();
  const [kind, setKind] = useState<string>(first.function);
  const [tag, setTag] = useState<string | null>(first.tag_name || null);
  const [emails, setEmails] = useState<string[]>(first.extra_emails);
  const [name, setName] = useState(first.name);
  const [source, setSource] = useState<string>(first.source);
  const [period, setPeriod] = useState(first.period_s);
  const missing = missingFields({ name, period, tag, kind, source })
    .map((field) => t(`alarms.${field}`))
    .join(", ");
  useEffect(() => onMissing(missing), [onMissing, missing]);
  const isSilence = kind === "no_data_for_time_period";
  const kinds = ALARM_FUNCTIONS.filter(
    (one) => one !== "anomalous_for_time_period" || choices.offersAnomalies || kind === one,
  );
  const { locale } = useFormats();
  const isBoolean = tag !== null && isBooleanTag(tag, new Set(choices.booleanTags));
  return (
    <>
      <Field
        {...form.textProps("name", t("alarms.name"))}
        required
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        {...form.fieldProps("function", t("alarms.kind"))}
        options={kinds.map((value) => ({ value, label: t(`alarms.kind_${value}`) }))}
        onChange={(event) => setKind(event.target.value)}
      />
      {isSilence && (
        <SilenceFields
          form={form}
          first={first}
          samplers={choices.samplers}
          source={source}
          onSource={setSource}
        />
      )}
      {(!isSilence || source === "tag") && (
        <Combobox
          label={t("alarms.tag")}
          name="tag_name"
          value={tag}
          onChange={setTag}
          choices={tagChoices(choices.tags, tag, measure.title, locale)}
          errors={form.errorsOf("tag_name", t("alarms.tag"))}
        />
      )}
      {isSilence ? null : kind === "anomalous_for_time_period" ? (
        <Detections form={form} first={first} />
      ) : (
        <Threshold key={String(isBoolean)} form={form} isBoolean={isBoolean} />
      )}
      <Field
        {...form.textProps("period_s", t("alarms.period"))}
        type="number"
        inputMode="numeric"
        required
        min={isSilence ? 60 : 1}
        max={86_400}
        onChange={(event) => setPeriod(event.target.value)}
        help={t(isSilence ? "alarms.silencePeriodHelp" : "alarms.periodHelp")}
      />
      {kind === "anomalous_for_time_period" && <DelayOff form={form} />}
      {isTried(kind) && (
        <AlarmTrial
          key={kind}
          deviceId={deviceId}
          tag={tag ?? ""}
          timezone={timezone}
          isBoolean={isBoolean}
          isAnomaly={kind === "anomalous_for_time_period"}
        />
      )}
      <SelectField
        {...form.fieldProps("priority", t("alarms.priority"))}
        options={ALARM_PRIORITIES.map((value) => ({ value, label: t(`alarms.priority_${value}`) }))}
      />
      <MultiCombobox
        label={t("alarms.alsoNotify")}
        name="extra_emails"
        values={emails}
        onChange={setEmails}
        choices={choices.offeredEmails.map((value) => ({ value, label: value }))}
        toValue={parseMailAddress}
        help={t("alarms.alsoNotifyHelp")}
        errors={form.errorsOf("extra_emails", t("alarms.alsoNotify"))}
      />
      <SapPart hasSap={choices.hasSap} form={form} first={first} name={name} />
    </>
  );
}

function Threshold({ form, isBoolean }: { form: Form; isBoolean: boolean }) {
  const { t } = useTranslation();
  const { t: glossary } = useTranslation("glossary");
  const comp = form.fieldProps("comp", t("alarms.comp"));
  const comparators = isBoolean ? COMPARATORS.filter(isEquality) : COMPARATORS;
  const chosen = comparators.find((one) => one === comp.defaultValue) ?? comparators[0]!;
  const [compared, setCompared] = useState<string>(chosen);
  const threshold = form.fieldProps("threshold", t("alarms.threshold"));
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          {...comp}
          defaultValue={chosen}
          options={comparators.map((value) => ({ value, label: COMPARATOR_SIGNS[value] }))}
          onChange={(event) => setCompared(event.target.value)}
        />
        {isBoolean ? (
          <SelectField
            {...threshold}
            defaultValue={threshold.defaultValue === "0" ? "0" : "1"}
            options={[
              { value: "1", label: `1 (${glossary("boolean.yes")})` },
              { value: "0", label: `0 (${glossary("boolean.no")})` },
            ]}
          />
        ) : (
          <Field
            {...form.textProps("threshold", t("alarms.threshold"))}
            required
            inputMode="decimal"
          />
        )}
      </div>
      <CheckGroup
        id="alarm-states"
        name="machine_states"
        label={t("alarms.states")}
        help={t("alarms.statesHelp")}
        chosen={form.valuesOf("machine_states")}
        options={MACHINE_STATES.map((state, code) => ({
          value: String(code),
          label: glossary(`states.${state}`),
        }))}
        errors={form.errorsOf("machine_states", t("alarms.states"))}
      />
      <div className="grid grid-cols-2 gap-4">
        {!isEquality(compared) && (
          <Field
            {...form.textProps("deadband", t("alarms.deadband"))}
            inputMode="decimal"
            help={t("alarms.deadbandHelp")}
          />
        )}
        <DelayOff form={form} />
      </div>
    </>
  );
}
