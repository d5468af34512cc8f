import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { Card } from "#app/components/layout/page.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useFocusOnOther } from "#app/components/use-focus-on-other.ts";
import { useTierName } from "#app/components/use-tier-name.ts";
import { useTimeIn } from "#app/components/use-time-in.ts";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import type { Configuration, ConfigurationDone } from "./configuration.ts";
import { BeginDialog, ReplaceDialog } from "./replace-dialog.tsx";
import { REPLACES } from "./replacement.ts";
import { SettingsForm } from "./settings-form.tsx";
import "./texts.ts";

type Machine = {
  id: number;
  name: string;
  make: string;
  model: string;
  serialNumber: string;
  facility: { id: number; name: string; customerId: number; timezone: string } | null;
  serviceTier: { name: string } | null;
};
type Props = { machine: Machine; configuration: Configuration };

const NOTHING = z.object({});

/** A machine's configuration: what can be set, what is shown only, and taking it out of service. */
export function ConfigurationPanel({ machine, configuration }: Props) {
  const { t } = useTranslation();
  const tierName = useTierName();
  const time = useTimeIn(machine.facility?.timezone ?? "UTC");
  const { machine: settings, isSuperuser } = configuration;
  const { isItselfRetired, isOfClosedFacility } = settings;
  const isRetired = isItselfRetired || isOfClosedFacility;
  return (
    <div className="space-y-3 pb-6">
      {!isRetired && machine.facility === null && (
        <NewMachine machine={machine} configuration={configuration} />
      )}
      <Card as="section" className="p-4 lg:p-5">
        <h2 className="mb-4 text-md font-semibold">{t("configuration.title")}</h2>
        <dl className="mb-5 grid gap-x-4 gap-y-3 text-sm sm:grid-cols-2">
          <Fact label={t("configuration.serial")}>{machine.serialNumber}</Fact>
          <Fact label={t("configuration.tier")}>{tierName(machine.serviceTier?.name ?? null)}</Fact>
          {isItselfRetired && (
            <>
              <Fact label={t("configuration.machineSerial")}>
                {settings.manufacturerSerialNumber ?? "–"}
              </Fact>
              <Fact label={t("configuration.microStop")}>{String(settings.microStopSeconds)}</Fact>
            </>
          )}
        </dl>
        {isRetired && !isItselfRetired && (
          <p className="mb-5 text-sm text-ink-soft">{t("configuration.elsewhereText")}</p>
        )}
        {!isItselfRetired && (
          <SettingsForm
            key={machine.id}
            machine={{
              ...machine,
              // A closed one is none that could be chosen.
              facilityId: isRetired ? null : (machine.facility?.id ?? null),
            }}
            configuration={configuration}
          />
        )}
      </Card>
      {!isRetired && (
        <Card as="section" className="p-4 lg:p-5">
          <h2 className="text-md font-semibold">{t("configuration.shadow")}</h2>
          <p className="mt-1 mb-4 text-sm text-ink-soft">{t("configuration.shadowText")}</p>
          <ResourceForm<typeof NOTHING, ConfigurationDone>
            id="shadow"
            intent="refresh"
            schema={NOTHING}
            defaultValue={{}}
            submit={{
              label: t("configuration.refresh"),
              busyLabel: t("configuration.refreshing"),
              tone: "quiet",
            }}
            toast={{ done: () => t("configuration.refreshed"), durationMs: 3_000 }}
            aside={
              <span className="text-sm text-ink-faint">
                {settings.lastShadowUpdateAt === null
                  ? t("configuration.shadowNever")
                  : t("configuration.shadowAt", { time: time(settings.lastShadowUpdateAt) })}
              </span>
            }
          >
            {() => null}
          </ResourceForm>
        </Card>
      )}
      {isSuperuser && <Service machine={machine} settings={settings} />}
    </div>
  );
}

/** A machine without a place: it is set up as new, or takes the place of another one. */
function NewMachine({ machine, configuration: { canReplace, replacement, facilities } }: Props) {
  const { t } = useTranslation();
  const [, setParams] = useSearchParams();
  // Asked once: who comes back from choosing a machine has answered.
  const [isBegun, setIsBegun] = useState(false);
  const askWhich = () => {
    setIsBegun(true);
    setParams(
      (before) => {
        before.set(REPLACES, "");
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return (
    <>
      <Notice tone="warn" title={t("configuration.newTitle")}>
        {t("configuration.newText")}
      </Notice>
      {canReplace && (
        <Card as="section" className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 lg:p-5">
          <p className="min-w-0 flex-1 basis-64 text-sm text-ink-soft">
            {t("configuration.replaceText")}
          </p>
          <Button onClick={askWhich}>{t("configuration.replaceTitle")}</Button>
        </Card>
      )}
      <BeginDialog
        open={canReplace && !isBegun && replacement === null}
        onClose={() => setIsBegun(true)}
        onReplace={askWhich}
      />
      {replacement && (
        <ReplaceDialog machine={machine} facilities={facilities} replacement={replacement} />
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt className="text-ink-faint">{label}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Takes the machine out of service, or back; superusers only. */
function Service({
  machine,
  settings: { isItselfRetired, isOfClosedFacility },
}: {
  machine: Machine;
  settings: Configuration["machine"];
}) {
  const { t } = useTranslation();
  const [isAsked, setIsAsked] = useState(false);
  const acts = useFocusOnOther(isItselfRetired);
  const { facility } = machine;
  return (
    <Card as="section" className="p-4 lg:p-5">
      <h2 className="text-md font-semibold">{t("configuration.service")}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-soft">
        {t(`configuration.${serviceText(isItselfRetired, isOfClosedFacility)}`)}
      </p>
      <div ref={acts} className="flex flex-wrap gap-3">
        {/* It stays when the machine is back: its toast says so. */}
        <ResourceForm<typeof NOTHING, ConfigurationDone>
          id="restore"
          intent="restore"
          schema={NOTHING}
          defaultValue={{}}
          className={isItselfRetired ? "" : "hidden"}
          submit={{ label: t("configuration.restore"), tone: "quiet" }}
          toast={{ done: () => t(`configuration.${restoredText(facility, isOfClosedFacility)}`) }}
        >
          {() => null}
        </ResourceForm>
        {!isItselfRetired && !isOfClosedFacility && (
          <Button onClick={() => setIsAsked(true)}>{t("configuration.retire")}</Button>
        )}
        {isOfClosedFacility && facility && (
          <ButtonLink to={`/customers/${facility.customerId}/facilities/${facility.id}`}>
            {t("configuration.toFacility", { name: facility.name })}
          </ButtonLink>
        )}
      </div>
      <ConfirmDialog<ConfigurationDone>
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={t("configuration.retireTitle", { name: machine.name })}
        text={t("configuration.retireGone")}
        goes={[t("configuration.goesLists"), t("configuration.goesKeys")]}
        confirm={{ label: t("configuration.retire") }}
        typeToConfirm={machine.name}
        intent="retire"
        hidden={{}}
        toast={{ done: () => t("configuration.retired"), durationMs: 3_000 }}
      />
    </Card>
  );
}

const serviceText = (isItselfRetired: boolean, isOfClosedFacility: boolean) => {
  if (isItselfRetired) return isOfClosedFacility ? "retiredInClosedText" : "retiredText";
  return isOfClosedFacility ? "closedText" : "retireText";
};

/** What a machine that is brought back needs next. */
const restoredText = (facility: Machine["facility"], isOfClosedFacility: boolean) => {
  if (facility === null) return "restoredNew";
  return isOfClosedFacility ? "restoredInClosed" : "restored";
};
