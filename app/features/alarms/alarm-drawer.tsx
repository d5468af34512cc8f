import { Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { loadLater } from "#app/components/load-later.tsx";
import { useMeasureText } from "#app/components/machine/use-measure-text.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Toast } from "#app/components/ui/toast.tsx";
import { MAX_SAP_TEXT, RATE_UNITS, cutToSap, type RateUnit } from "#app/domain/alarms/sap.ts";
import { ALARM_FUNCTIONS, ALARM_PRIORITIES, COMPARATORS } from "#app/domain/alarms/types.ts";
import { parseMailAddress } from "#app/domain/mail/address.ts";
import { MACHINE_STATES } from "#app/domain/metrics/states.ts";
import { Combobox, MultiCombobox } from "#app/kit/combobox/combobox.tsx";
import { CheckField, CheckGroup } from "#app/kit/controls/check-field.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { FormDrawer } from "#app/kit/forms/form-overlay.tsx";
import { isBooleanTag, isEquality } from "./alarm.ts";
import { alarmFormAddress } from "./alarm-address.ts";
import { Detections, SilenceFields, type First, type Form } from "./kind-fields.tsx";
import type { AlarmDraft } from "#app/domain/alarms/alarm-draft.ts";
import { alarmForm, toFormValues } from "./alarm-form.ts";
import type { AlarmChoices, ListedAlarm } from "./load-machine-alarms.server.ts";
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
  const isNew = alarm === null;
  return (
    <>
      <FormDrawer
        open={open && !deleting}
        onClose={onClose}
        title={isNew ? t("alarms.add") : t("alarms.changeTitle", { name: alarm.name })}
        id={isNew ? "new-alarm" : `alarm-${alarm.id}`}
        intent={isNew ? "create" : "update"}
        schema={alarmForm}
        hidden={isNew ? {} : { id: alarm.id }}
        action={alarmFormAddress(deviceId)}
        defaultValue={first as never}
        submit={{ label: t(isNew ? "alarms.addNow" : "alarms.save") }}
        toast={{
          done: () => t(isNew ? "alarms.created" : "alarms.updated"),
          durationMs: TOAST_MS,
        }}
      >
        {(form) => (
          <>
            <AlarmFields {...{ form, first, choices, deviceId, timezone }} />
            <Refused form={form} key_={isNew ? "alarms.creationError" : "alarms.updateError"} />
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
        onClose={() => {
          setDeleting(false);
          onClose();
        }}
        title={t("alarms.deleteTitle", { name: alarm?.name ?? "" })}
        text={t("alarms.deleteText")}
        confirm={{ label: t("alarms.delete") }}
        intent="delete"
        hidden={{ id: alarm?.id ?? 0 }}
        action={alarmFormAddress(deviceId)}
        toast={{ done: () => t("alarms.deleted"), durationMs: TOAST_MS }}
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
}: {
  form: Form;
  first: First;
} & Pick<Props, "choices" | "deviceId" | "timezone">) {
  const { t } = useTranslation();
  const measure = useMeasureText();
  const [kind, setKind] = useState<string>(first.function);
  const [tag, setTag] = useState<string | null>(first.tag_name || null);
  const [emails, setEmails] = useState<string[]>(first.extra_emails);
  const [name, setName] = useState(first.name);
  const [source, setSource] = useState<string>(first.source);
  const isSilence = kind === "no_data_for_time_period";
  const kinds = ALARM_FUNCTIONS.filter(
    (one) => one !== "anomalous_for_time_period" || choices.offersAnomalies || kind === one,
  );
  const tags = tag === null || choices.tags.includes(tag) ? choices.tags : [tag, ...choices.tags];
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
          choices={tags.map((value) => ({ value, label: measure.title(value), note: value }))}
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
        help={t(isSilence ? "alarms.silencePeriodHelp" : "alarms.periodHelp")}
      />
      {kind === "value_threshold_for_time_period_in_state" && (
        <AlarmTrial deviceId={deviceId} tag={tag ?? ""} timezone={timezone} isBoolean={isBoolean} />
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
      {choices.hasSap && <SapFields form={form} first={first} name={name} />}
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
          options={comparators.map((value) => ({ value, label: value }))}
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
        <Field
          {...form.textProps("delay_off_s", t("alarms.delayOff"))}
          type="number"
          inputMode="numeric"
          min={0}
          max={86_400}
          help={t("alarms.delayOffHelp")}
        />
      </div>
    </>
  );
}

function SapFields({ form, first, name }: { form: Form; first: First; name: string }) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(first.sap === "on");
  const [amount, setAmount] = useState(first.sap_rate);
  const units = Object.keys(RATE_UNITS) as RateUnit[];
  return (
    <fieldset className="space-y-5 rounded-card border border-line p-4">
      <SwitchField
        id="alarm-sap"
        name="sap"
        label={t("alarms.sap")}
        help={t("alarms.sapHelp")}
        checked={isOn}
        onChange={(event) => setOn(event.target.checked)}
      />
      {isOn && (
        <>
          <Field
            {...form.textProps("sap_short_text", t("alarms.sapText"))}
            maxLength={MAX_SAP_TEXT}
            placeholder={cutToSap(name)}
          />
          <Field
            {...form.textProps("sap_funct_loc", t("alarms.sapPlace"))}
            required
            maxLength={MAX_SAP_TEXT}
          />
          <div className="grid grid-cols-2 gap-4">
            <Field
              {...form.textProps("sap_notif_type", t("alarms.sapType"))}
              maxLength={MAX_SAP_TEXT}
            />
            <Field
              {...form.textProps("sap_priority", t("alarms.sapPriority"))}
              maxLength={MAX_SAP_TEXT}
            />
          </div>
          <CheckField
            name="sap_breakdown"
            label={t("alarms.sapBreakdown")}
            defaultChecked={first.sap_breakdown === "on"}
          />
          <div className="grid grid-cols-2 gap-4">
            <Field
              {...form.textProps("sap_rate", t("alarms.sapRate"))}
              defaultValue={undefined}
              value={amount}
              inputMode="numeric"
              maxLength={3}
              onChange={(event) => setAmount(event.target.value.replace(/\D/g, "").slice(0, 3))}
            />
            <SelectField
              {...form.fieldProps("sap_unit", t("alarms.sapUnit"))}
              options={units.map((value) => ({ value, label: t(`alarms.unit_${value}`) }))}
            />
          </div>
        </>
      )}
    </fieldset>
  );
}

/** What was refused, said once in a toast too: the first field and what is wrong with it. */
function Refused({
  form,
  key_,
}: {
  form: Form;
  key_: "alarms.creationError" | "alarms.updateError";
}) {
  const { t } = useTranslation();
  const [said, setSaid] = useState<string | null>(null);
  const wasBusy = useRef(false);
  const { busy, isRefused } = form;
  const first = form.formErrors[0] ?? form.fieldProblems()[0]?.text ?? "";
  useEffect(() => {
    if (wasBusy.current && !busy && isRefused) setSaid(t(key_, { text: first }));
    wasBusy.current = busy;
  }, [busy, isRefused, first, key_, t]);
  if (said === null) return null;
  return <Toast tone="alarm" text={said} durationMs={TOAST_MS} onClose={() => setSaid(null)} />;
}
