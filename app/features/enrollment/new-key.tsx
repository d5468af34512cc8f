import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { CopyOnce } from "#app/kit/controls/copy-once.tsx";
import { FormDrawer } from "#app/kit/forms/form-overlay.tsx";
import { KEY_DAYS, newKeyForm, type AddChoices, type NewKey } from "./new-machine.ts";
import "./texts.ts";

/** A key with which gateways add their machines themselves; it is shown once. */
export function NewEnrollmentKey({
  makes,
  isNext = true,
  onMade,
}: Pick<AddChoices, "makes"> & {
  /** Whether it is what most people do next here. */
  isNext?: boolean;
  onMade?: (key: string) => void;
}) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [made, setMade] = useState<NewKey | null>(null);
  // Who has one make has keys of that make alone.
  const isAnyMake = makes.length > 1;
  return (
    <>
      <Button tone={isNext ? "primary" : "quiet"} onClick={() => setIsOpen(true)}>
        <KeyRound className="size-4" aria-hidden="true" />
        {t("enrollment.newKey")}
      </Button>
      <FormDrawer<typeof newKeyForm, NewKey>
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t("enrollment.keyTitle")}
        lead={t("enrollment.keyLead")}
        id="enrollment-key"
        intent="key"
        schema={newKeyForm}
        defaultValue={{ name: "", make: isAnyMake ? "" : makes[0], days: "30", max_uses: "10" }}
        submit={{ label: t("enrollment.keyButton"), busyLabel: t("enrollment.keyMaking") }}
        onDone={(key) => {
          setMade(key);
          onMade?.(key.key);
        }}
      >
        {(form) => (
          <>
            <Field
              {...form.textProps("name", t("enrollment.keyName"))}
              autoComplete="off"
              help={t("enrollment.keyNameHelp")}
            />
            <SelectField
              {...form.fieldProps("make", t("enrollment.make"))}
              options={[
                ...(isAnyMake ? [{ value: "", label: t("enrollment.anyMake") }] : []),
                ...makes.map((value) => ({ value, label: value })),
              ]}
            />
            <SelectField
              {...form.fieldProps("days", t("enrollment.keyDays"))}
              options={KEY_DAYS.map((days) => ({
                value: String(days),
                label: t("enrollment.days", { count: days }),
              }))}
            />
            <Field
              {...form.textProps("max_uses", t("enrollment.keyUses"))}
              inputMode="numeric"
              autoComplete="off"
              help={t("enrollment.keyUsesHelp")}
            />
          </>
        )}
      </FormDrawer>
      <Dialog
        open={made !== null}
        // It is shown this once: it goes when somebody says that it is copied.
        onClose={() => {}}
        title={t("enrollment.keyMade", { name: made?.name ?? "" })}
        actions={null}
      >
        {made && (
          <div className="mt-4">
            <CopyOnce
              title={t("enrollment.keyOnce")}
              text={t("enrollment.keyUse")}
              label={t("enrollment.key")}
              secret={made.key}
              onDismiss={() => setMade(null)}
            />
          </div>
        )}
      </Dialog>
    </>
  );
}
