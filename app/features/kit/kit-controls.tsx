import { useLocation } from "@remix-run/react";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { Field } from "#app/components/forms/field.tsx";
import { PasswordField } from "#app/components/forms/password-field.tsx";
import { Select } from "#app/components/forms/select.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { ErrorScreen } from "#app/components/layout/error-screen.tsx";
import { CustomerMark, Logo } from "#app/components/layout/logo.tsx";
import { TabBar } from "#app/components/layout/tab-bar.tsx";
import { LanguageSwitch } from "#app/components/language/language-switch.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { Button, ButtonAnchor, ButtonLink, type ButtonTone } from "#app/components/ui/button.tsx";
import { ChoiceBar } from "#app/components/ui/choice-bar.tsx";
import { CompactTable } from "#app/components/ui/compact-table.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Drawer } from "#app/components/ui/drawer.tsx";
import { LockedButton } from "#app/components/ui/locked-button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Toast } from "#app/components/ui/toast.tsx";
import { UpsellPanel } from "#app/components/ui/upsell-panel.tsx";
import { KitSection } from "./kit-frame.tsx";
import "#app/components/ui/upsell/texts.ts";
import "#app/features/dashboard/texts.ts";
import "#app/features/dashboard/later/texts.ts";
import "#app/kit/forms/texts.ts";
import "#app/features/people/texts.ts";
import "#app/features/events/texts.ts";
import "#app/features/maintenance/texts.ts";
import "#app/features/shell/texts.ts";
import "#app/components/charts/texts.ts";

const TONES: readonly ButtonTone[] = ["primary", "quiet", "bare", "danger"];
const FAILURES = ["unauthorized", "not_found", "server", "offline"] as const;

type Row = { id: number; name: string; left: number };
const ROWS: readonly Row[] = [
  { id: 1, name: "Feed belts", left: 10 },
  { id: 2, name: "Anvil blankets", left: 64 },
];

/** What is pressed, filled in and told. */
export function KitControls() {
  return (
    <>
      <KitSection name="Button, ButtonLink, ButtonAnchor, LockedButton, SubmitButton, ChoiceBar">
        <Buttons />
      </KitSection>
      <KitSection name="Field, PasswordField, SelectField, SwitchField">
        <Fields />
      </KitSection>
      <KitSection name="Notice">
        <Notices />
      </KitSection>
      <KitSection name="CompactTable">
        <Tables />
      </KitSection>
      <KitSection name="Dialog, Drawer, Toast">
        <Dialogs />
      </KitSection>
      <KitSection name="UpsellPanel">
        <Locked />
      </KitSection>
      <KitSection name="Logo, TabBar, LanguageSwitch, Card, skeleton">
        <Frame />
      </KitSection>
      <KitSection name="ErrorScreen">
        {FAILURES.map((kind) => (
          <ErrorScreen key={kind} kind={kind} framed={false} />
        ))}
      </KitSection>
    </>
  );
}

function Buttons() {
  const { t } = useTranslation();
  // Whoever looks at one cell goes on with it.
  const { search } = useLocation();
  const [range, setRange] = useState<"a" | "b" | "c">("a");
  return (
    <>
      {TONES.map((tone) => (
        <Button key={tone} tone={tone}>
          {t("facilityDialog.save")}
        </Button>
      ))}
      {TONES.map((tone) => (
        <Button key={tone} tone={tone} disabled>
          {t("facilityDialog.save")}
        </Button>
      ))}
      <Button size="small">{t("form.cancel")}</Button>
      <ButtonLink to={`/dev/kit${search}`} tone="bare">
        {t("dashboard.wall")}
      </ButtonLink>
      <ButtonAnchor href="#top">{t("nav.help")}</ButtonAnchor>
      <SubmitButton tone="primary" busy busyText={t("form.saving")}>
        {t("facilityDialog.save")}
      </SubmitButton>
      <LockedButton reason={t("upsell.notSupported")}>{t("upsellPanel.contact")}</LockedButton>
      <ChoiceBar
        label={useId()}
        value={range}
        onChoose={setRange}
        choices={[
          { value: "a", label: t("fleetGauges.range_4hr") },
          { value: "b", label: t("fleetGauges.range_day") },
          { value: "c", label: t("fleetGauges.range_week") },
        ]}
      />
    </>
  );
}

function Fields() {
  const { t } = useTranslation();
  const id = useId();
  const options = [
    { value: "a", label: t("preferences.light") },
    { value: "b", label: t("preferences.dark") },
  ];
  return (
    <div className="grid w-full gap-4 sm:grid-cols-2">
      <Field
        id={`${id}a`}
        label={t("login.email")}
        defaultValue="ana@acme.example"
        help={t("resetRequest.lead")}
      />
      <Field
        id={`${id}b`}
        label={t("login.email")}
        errors={[t("problems.email")]}
        defaultValue="ana"
      />
      <Field id={`${id}c`} label={t("login.email")} disabled defaultValue="ana@acme.example" />
      <PasswordField
        id={`${id}d`}
        label={t("signIn.password")}
        defaultValue="Helios"
        help={t("password.rule")}
      />
      <SelectField id={`${id}e`} label={t("preferences.theme")} options={options} />
      <Select aria-label={t("preferences.theme")} className="justify-self-start">
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <SwitchField
        id={`${id}f`}
        label={t("provider.demoMode")}
        help={t("provider.demoOn")}
        defaultChecked
      />
      <SwitchField id={`${id}g`} label={t("provider.demoMode")} />
    </div>
  );
}

const NOTICES = [
  { tone: "quiet", Icon: Info },
  { tone: "good", Icon: CircleCheck },
  { tone: "warn", Icon: TriangleAlert },
  { tone: "alarm", Icon: CircleAlert },
] as const;

function Notices() {
  const { t } = useTranslation();
  return NOTICES.map(({ tone, Icon }) => (
    <Notice
      key={tone}
      tone={tone}
      icon={<Icon className="size-4" aria-hidden="true" />}
      title={t("history.title")}
    >
      {t("history.text", { count: 3 })}
    </Notice>
  ));
}

function Tables() {
  const { t } = useTranslation();
  const { percentOf } = useFormats();
  const columns = [
    { key: "name", label: t("attention.work"), isName: true, cell: ({ name }: Row) => name },
    {
      key: "left",
      label: t("attention.left"),
      align: "right" as const,
      cell: ({ left }: Row) => percentOf(left),
    },
  ];
  return (
    <div className="grid w-full gap-4">
      <CompactTable
        caption={t("attention.maintenances")}
        columns={columns}
        rows={ROWS}
        empty={t("attention.noMaintenances")}
      />
      <CompactTable
        caption={t("attention.maintenances")}
        columns={columns}
        rows={[]}
        empty={t("attention.noMaintenances")}
      />
    </div>
  );
}

function Dialogs() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [drawn, setDrawn] = useState(false);
  const [said, setSaid] = useState<"good" | "alarm" | null>(null);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("nav.logOut")}</Button>
      <Button onClick={() => setDrawn(true)}>{t("events.report")}</Button>
      <Button onClick={() => setSaid("good")}>{t("gauge.good")}</Button>
      <Button onClick={() => setSaid("alarm")}>{t("gauge.poor")}</Button>
      <Drawer
        open={drawn}
        onClose={() => setDrawn(false)}
        title={t("events.report")}
        lead={t("events.reportLead")}
        footer={<Button onClick={() => setDrawn(false)}>{t("drawer.close")}</Button>}
      >
        <Fields />
      </Drawer>
      {said !== null && (
        <Toast
          tone={said}
          text={t(said === "good" ? "events.created" : "complete.failed")}
          onClose={() => setSaid(null)}
        />
      )}
      <Dialog
        open={open}
        onClose={close}
        title={t("logOutDialog.title")}
        description={t("logOutDialog.text")}
        actions={
          <>
            <Button onClick={close}>{t("logOutDialog.cancel")}</Button>
            <Button tone="danger" onClick={close}>
              {t("logOutDialog.confirm")}
            </Button>
          </>
        }
      />
    </>
  );
}

function Locked() {
  return (
    <div className="grid w-full gap-4">
      <UpsellPanel
        check="accessEvents"
        machine={{ name: "FFG 1", serviceTier: { name: "Tier 1" } }}
        needed="Tier 2"
      />
      <UpsellPanel
        check="accessMaintenances"
        machine={{ name: "FFG 1", serviceTier: null }}
        needed="Tier 2"
      />
    </div>
  );
}

function Frame() {
  const { t } = useTranslation();
  return (
    <div className="w-full min-w-0 space-y-4 overflow-hidden">
      <div className="flex items-center gap-4">
        <Logo />
        <CustomerMark customer="box.svg" className="size-7" />
      </div>
      <TabBar
        label={t("nav.label")}
        tabs={[
          { to: "/dev/kit", label: t("nav.dashboard") },
          { to: "/machines", label: t("nav.machines") },
          { to: "/reports", label: t("nav.reports"), locked: true },
        ]}
      />
      <LanguageSwitch />
      <Card className="p-4 text-sm">{t("noMachines.emptyText")}</Card>
      <div className="skeleton h-8 w-full" />
    </div>
  );
}
