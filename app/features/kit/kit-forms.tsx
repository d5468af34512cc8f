import "#app/kit/charts/texts.ts";
import { useActionData } from "@remix-run/react";
import { Check, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import ReadAgainButton from "#app/components/read-again-button.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { REPORT_PRESETS, type DateRange } from "#app/domain/formats/date-ranges.ts";
import { DateRangePicker } from "#app/kit/controls/date-range-picker.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { FormDialog, FormDrawer } from "#app/kit/forms/form-overlay.tsx";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { PageForm } from "#app/kit/forms/page-form.tsx";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import type { ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import { Failure } from "#app/kit/states/failure.tsx";
import { DAY_MS } from "#app/domain/durations.ts";
import { KitSection } from "./kit-frame.tsx";
import "#app/kit/charts/texts.ts";
import "#app/features/displays/pairing/texts.ts";
import "#app/features/events/texts.ts";
import "#app/features/machines/texts.ts";
import "#app/features/people/texts.ts";
import "#app/kit/texts.ts";
import { SAMPLE_LEVELS, sampleThing, type SampleDone } from "./sample.ts";

/** What asks, and what is asked. */
export function KitForms() {
  return (
    <>
      <KitSection name="ResourceForm">
        <FormOnPage />
      </KitSection>
      <KitSection name="PageForm">
        <FormThatLeadsOn />
      </KitSection>
      <KitSection name="FormDialog, FormDrawer">
        <Overlays />
      </KitSection>
      <KitSection name="ConfirmDialog">
        <Questions />
      </KitSection>
      <KitSection name="DateRangePicker">
        <Ranges />
      </KitSection>
      <KitSection name="Failure">
        <Failures />
      </KitSection>
      <KitSection name="ReadAgainButton">
        <ReadAgainButton />
      </KitSection>
    </>
  );
}

const DEFAULTS = { name: "", email: "", level: "low" } as const;

function SampleFields({ form }: { form: ResourceFormState<typeof sampleThing> }) {
  const { t } = useTranslation();
  return (
    <>
      <Field {...form.textProps("name", t("machines.name"))} help={t("displays.nameHelp")} />
      <Field {...form.textProps("email", t("login.email"))} autoComplete="off" />
      <SelectField
        {...form.fieldProps("level", t("displays.language"))}
        options={SAMPLE_LEVELS.map((value) => ({ value, label: value }))}
      />
    </>
  );
}

function FormOnPage() {
  const { t, i18n } = useTranslation();
  const [isOff, setOff] = useState(false);
  return (
    <div className="w-full space-y-3">
      <ResourceForm<typeof sampleThing, SampleDone>
        id={useId()}
        intent="save-sample"
        schema={sampleThing}
        defaultValue={DEFAULTS}
        guard={i18n.language === "en"}
        submit={{
          label: t("accountPage.save"),
          busyLabel: t("accountPage.saving"),
          off: isOff ? t("signIn.needBoth") : null,
        }}
        toast={{ done: ({ name }) => t("displays.saved", { name }), durationMs: 3_000 }}
      >
        {(form) => <SampleFields form={form} />}
      </ResourceForm>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setOff(!isOff)} aria-pressed={isOff}>
          {t("upsell.notSupported")}
        </Button>
        <ResourceForm<typeof sampleThing, SampleDone>
          id={useId()}
          intent="save-sample"
          schema={sampleThing}
          defaultValue={DEFAULTS}
          guard={false}
          className=""
          submit={{
            ...{ label: t("kit.rangeApply"), tone: "quiet", size: "small" },
            icon: <Check className="size-4" aria-hidden="true" />,
          }}
        >
          {() => null}
        </ResourceForm>
      </div>
    </div>
  );
}

/** "taken" and "forbidden" as a name are refused. */
function FormThatLeadsOn() {
  const { t } = useTranslation();
  return (
    <PageForm
      id={useId()}
      intent="page-sample"
      answer={useActionData<FormAnswer>()}
      defaultValue={DEFAULTS}
      loadSchema={() => Promise.resolve(sampleThing)}
      submit={{ label: t("accountPage.save"), busyLabel: t("accountPage.saving") }}
      missing={t("signIn.needBoth")}
      className="w-full space-y-5"
    >
      {(form) => (
        <>
          <input type="hidden" name="level" value="low" />
          <Field {...form.textProps("name", t("machines.name"))} required />
          <Field {...form.textProps("email", t("login.email"))} autoComplete="off" required />
        </>
      )}
    </PageForm>
  );
}

function Overlays() {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState<"dialog" | "drawer" | null>(null);
  const usual = {
    onClose: () => setOpen(null),
    intent: "save-sample",
    schema: sampleThing,
    defaultValue: DEFAULTS,
    submit: { label: t("accountPage.save"), busyLabel: t("accountPage.saving") },
    toast: { done: ({ name }: SampleDone) => t("displays.saved", { name }) },
    lead: t("displays.lead"),
  };
  return (
    <>
      <Button onClick={() => setOpen("dialog")}>{t("displays.edit")}</Button>
      <Button onClick={() => setOpen("drawer")}>{t("events.report")}</Button>
      <FormDialog
        {...usual}
        id={`${id}-dialog`}
        open={open === "dialog"}
        title={t("displays.edit")}
      >
        {(form) => <SampleFields form={form} />}
      </FormDialog>
      <FormDrawer
        {...usual}
        id={`${id}-drawer`}
        open={open === "drawer"}
        title={t("events.report")}
      >
        {(form) => <SampleFields form={form} />}
      </FormDrawer>
    </>
  );
}

const GOES = ["Feeder jam", "FFG 1"] as const;

function Questions() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<"plain" | "typed" | "refused" | null>(null);
  const usual = {
    onClose: () => setAsked(null),
    title: t("tokens.revokeTitle", { name: GOES[0] }),
    text: t("tokens.revokeText"),
    confirm: { label: t("tokens.revoke") },
    intent: "delete-sample",
    toast: { done: ({ name }: SampleDone) => t("tokens.revoked", { name }) },
  };
  return (
    <>
      <Button onClick={() => setAsked("plain")}>
        <Trash2 className="size-4" aria-hidden="true" />
        {t("tokens.revoke")}
      </Button>
      <Button onClick={() => setAsked("typed")}>{t("kit.typeToConfirm", { word: GOES[1] })}</Button>
      <Button onClick={() => setAsked("refused")}>{t("failures.server")}</Button>
      <ConfirmDialog
        {...usual}
        open={asked === "plain"}
        hidden={{ name: GOES[0] }}
        keep={t("tokens.keep")}
      />
      <ConfirmDialog
        {...usual}
        open={asked === "typed"}
        hidden={{ name: GOES[0] }}
        goes={GOES}
        typeToConfirm={GOES[1]}
      />
      <ConfirmDialog {...usual} open={asked === "refused"} hidden={{ name: "forbidden" }} />
    </>
  );
}

const NOW_MS = Date.UTC(2026, 10, 22, 16, 30);

function Ranges() {
  const { t } = useTranslation();
  const [range, setRange] = useState<DateRange>("24h");
  const [custom, setCustom] = useState<DateRange>({
    startMs: NOW_MS - 3 * DAY_MS,
    endMs: NOW_MS - DAY_MS,
  });
  const usual = {
    presets: REPORT_PRESETS,
    timeZone: "America/Chicago",
    nowMs: NOW_MS,
  };
  return (
    <>
      <DateRangePicker
        {...usual}
        label={t("chart.time")}
        value={range}
        onChange={setRange}
        off={{ "3m": "[Tier 2]", "1y": "[Tier 2]" }}
      />
      <DateRangePicker
        {...usual}
        label={t("kit.value")}
        value={custom}
        onChange={setCustom}
        align="end"
      />
    </>
  );
}

function Failures() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  return (
    <div className="grid w-full gap-3">
      <Failure detail={t("errors.offlineText")} onRetry={() => setBusy(!busy)} busy={busy}>
        {t("chart.unread")}
      </Failure>
      <Failure inline onRetry={() => setBusy(!busy)}>
        {t("chart.unread")}
      </Failure>
      <Failure inline>{t("chart.unread")}</Failure>
    </div>
  );
}
