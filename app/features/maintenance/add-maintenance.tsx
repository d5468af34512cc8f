import { ChevronRight, Lock } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { UpsellPanel } from "#app/components/ui/upsell-panel.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useTierName } from "#app/components/use-tier-name.ts";
import { CUSTOM_KIND } from "#app/domain/maintenance/kinds.ts";
import { asksDoubleUp } from "#app/domain/maintenance/kinds.ts";
import { isBlank } from "#app/domain/one-line.ts";
import { CheckField } from "#app/kit/controls/check-field.tsx";
import { FormDialog } from "#app/kit/forms/form-overlay.tsx";
import type { ToastWords } from "#app/kit/forms/use-done-toast.tsx";
import type { AvailableType } from "./list-maintenances.server.ts";
import type { MaintenanceDone } from "./maintenance-forms.ts";
import { customMaintenanceForm, kindForm, MAX_LIFE_DAYS, MAX_NAME } from "./new-maintenance.ts";
import "./texts.ts";

type Props = {
  open: boolean;
  onClose: () => void;
  machine: { name: string; serviceTier: { name: string } | null };
  types: readonly AvailableType[];
  /** How many the machine has. */
  held: number;
  limit: { most: number; needed: string } | null;
  onAdded: (done: MaintenanceDone) => void;
};

/** Choose a type, then say what it needs to know. */
export default function AddMaintenance({ open, onClose, onAdded, ...props }: Props) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState<AvailableType | null>(null);
  const close = () => {
    setPicked(null);
    onClose();
  };
  const toast = {
    done: ({ name }: MaintenanceDone) => t("maintenance.added", { name }),
    durationMs: 3_000,
  };
  return (
    <>
      <Dialog
        open={open && picked === null}
        onClose={close}
        title={t("maintenance.addTitle")}
        description={t("maintenance.addText", { machine: props.machine.name })}
        actions={<Button onClick={close}>{t("form.cancel")}</Button>}
      >
        <div className="mt-4">
          <TypeChoice {...props} onPick={setPicked} />
        </div>
      </Dialog>
      <FormDialog<typeof kindForm, MaintenanceDone>
        open={open && picked !== null && picked.kind !== CUSTOM_KIND}
        onClose={close}
        title={t("maintenance.addKind", { name: picked?.name ?? "" })}
        lead={t("maintenance.addKindText", { machine: props.machine.name })}
        id="add-maintenance"
        intent="add"
        schema={kindForm}
        hidden={{ kind: picked?.kind ?? "" }}
        defaultValue={{}}
        submit={{ label: t("maintenance.add") }}
        toast={toast}
        onDone={onAdded}
      >
        {() =>
          picked !== null && asksDoubleUp(picked.kind) ? (
            <div>
              <CheckField name="double_up" value="on" label={t("maintenance.doubleUpAsk")} />
              <p className="text-sm text-ink-faint">{t("maintenance.doubleUpHelp")}</p>
            </div>
          ) : null
        }
      </FormDialog>
      <CustomDialog
        open={open && picked?.kind === CUSTOM_KIND}
        onClose={close}
        toast={toast}
        onAdded={onAdded}
      />
    </>
  );
}

function TypeChoice({
  machine,
  types,
  held,
  limit,
  onPick,
}: Pick<Props, "machine" | "types" | "held" | "limit"> & {
  onPick: (type: AvailableType) => void;
}) {
  const { t } = useTranslation();
  const tierName = useTierName();
  const isFull = limit !== null && held >= limit.most;
  const list = (
    <ul className="max-h-96 divide-y divide-line overflow-y-auto rounded-control border border-line">
      {types.map((type) => {
        const isLocked = isFull || (limit !== null && !type.basicType);
        return (
          <li key={type.kind}>
            <button
              type="button"
              disabled={isLocked}
              onClick={() => onPick(type)}
              className="flex min-h-11 w-full items-center justify-between gap-3 px-3 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:text-ink-faint disabled:hover:bg-transparent"
            >
              <span className="min-w-0">
                {type.kind === CUSTOM_KIND ? t("maintenance.custom") : type.name}
                {isLocked && limit !== null && (
                  <span className="block text-xs">
                    {t("maintenance.needsTier", { tier: tierName(limit.needed) })}
                  </span>
                )}
              </span>
              {isLocked ? (
                <Lock className="size-4 shrink-0" aria-hidden="true" />
              ) : (
                <ChevronRight className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
  if (!isFull) return list;
  return (
    <UpsellPanel check="unlimitedMaintenances" machine={machine} needed={limit.needed}>
      {list}
    </UpsellPanel>
  );
}

function CustomDialog({
  open,
  onClose,
  toast,
  onAdded,
}: Pick<Props, "open" | "onClose" | "onAdded"> & {
  toast: ToastWords<MaintenanceDone>;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [typed, setTyped] = useState({ name: "", days: "", cutoff: "" });
  const isWhole = Object.values(typed).every((text) => !isBlank(text));
  const remember = (name: keyof typeof typed) => (event: { currentTarget: HTMLInputElement }) =>
    setTyped({ ...typed, [name]: event.currentTarget.value });
  return (
    <FormDialog<typeof customMaintenanceForm, MaintenanceDone>
      open={open}
      onClose={() => {
        setTyped({ name: "", days: "", cutoff: "" });
        onClose();
      }}
      title={t("maintenance.customTitle")}
      lead={t("maintenance.customText")}
      id="add-custom-maintenance"
      intent="add_custom"
      schema={customMaintenanceForm}
      defaultValue={{}}
      submit={{ label: t("maintenance.add"), off: isWhole ? null : t("maintenance.customAll") }}
      toast={toast}
      onDone={onAdded}
    >
      {(form) => (
        <>
          <Field
            {...form.textProps("custom_name", t("maintenance.customName"))}
            maxLength={MAX_NAME}
            autoComplete="off"
            onInput={remember("name")}
          />
          <Field
            {...form.textProps("lifetime_days", t("maintenance.lifetime"))}
            inputMode="decimal"
            autoComplete="off"
            help={t("maintenance.lifetimeHelp", { most: number(MAX_LIFE_DAYS) })}
            onInput={remember("days")}
          />
          <Field
            {...form.textProps("custom_cutoff_value", t("maintenance.cutoffField"))}
            inputMode="decimal"
            autoComplete="off"
            help={t("maintenance.cutoffHelp")}
            onBeforeInput={refuseOtherThanPercent}
            onInput={remember("cutoff")}
          />
        </>
      )}
    </FormDialog>
  );
}

/** What would not be a number from 0 to 100 cannot be typed. */
function refuseOtherThanPercent(event: React.FormEvent<HTMLInputElement>): void {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const text = (event.nativeEvent as InputEvent).data ?? "";
  const next = value.slice(0, selectionStart ?? 0) + text + value.slice(selectionEnd ?? 0);
  if (!/^\d{0,3}(?:[.,]\d{0,3})?$/.test(next) || Number(next.replace(",", ".")) > 100)
    event.preventDefault();
}
