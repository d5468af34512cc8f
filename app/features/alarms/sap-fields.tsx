import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { MAX_SAP_TEXT, RATE_UNITS, cutToSap, type RateUnit } from "#app/domain/alarms/sap.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { CheckField } from "#app/kit/controls/check-field.tsx";
import type { First, Form } from "./kind-fields.tsx";
import "./texts.ts";

/** Shorter ones are told in minutes and seconds, longer ones in minutes alone. */
const EXACT_BELOW_S = 600;

/** `name`: of the alarm. */
type SapProps = { form: Form; first: First; name: string };

/** Of a plant that has SAP; while nobody can say whether it has (`hasSap` is null), that is told instead. */
export function SapPart({ hasSap, ...props }: SapProps & { hasSap: boolean | null }) {
  const { t } = useTranslation();
  if (hasSap === null) return <p className="text-sm text-warn">{t("alarms.sapUnread")}</p>;
  return hasSap && <SapFields {...props} />;
}

/** What is written into the plant's SAP, and how often at most. */
function SapFields({ form, first, name }: SapProps) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(first.sap === "on");
  const [amount, setAmount] = useState(first.sap_rate);
  const formats = useFormats();
  const stored = Number(first.sap_rate_stored);
  const isShownExactly =
    Number(first.sap_rate) * RATE_UNITS[first.sap_unit as RateUnit] === stored || stored === 0;
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
          <input type="hidden" name="sap_rate_stored" value={first.sap_rate_stored} />
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
          {!isShownExactly && (
            <p className="text-sm text-ink-faint">
              {t("alarms.sapRateStored", {
                rate:
                  stored < EXACT_BELOW_S ? formats.exactDuration(stored) : formats.period(stored),
              })}
            </p>
          )}
        </>
      )}
    </fieldset>
  );
}
