import { useNavigate, useNavigation, useSearchParams } from "@remix-run/react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ConfirmDialog } from "#app/kit/dialogs/confirm-dialog.tsx";
import { DELETE_AND_LEAVE } from "#app/kit/forms/read-again.ts";
import { arrival } from "#app/kit/forms/use-arrival-toast.tsx";
import type { ConfigurationDone } from "./configuration.ts";
import { ENDS, MOVES, REPLACES, type Replacement, type ReplacementPlan } from "./replacement.ts";
import "./texts.ts";

type Props = {
  machine: { name: string; serialNumber: string };
  facilities: { id: number; name: string }[];
  replacement: Replacement;
};

/**
 * Which machine the new one replaces, what moves and what ends, and then whether that is meant. Which one is chosen stands
 * in the address, so that the server tells what goes with it.
 */
export function ReplaceDialog({ machine, facilities, replacement }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isReading = useNavigation().state === "loading";
  const [, setParams] = useSearchParams();
  const [isSure, setIsSure] = useState(false);
  const choose = (machineId: string | null) =>
    setParams(
      (before) => {
        if (machineId === null) before.delete(REPLACES);
        else before.set(REPLACES, machineId);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  const { machines, plan } = replacement;
  const chosen = machines.find(({ id }) => id === plan?.deviceId);
  const id = useId();
  const reason = machines.length === 0 ? "replaceNone" : "replaceNeeds";
  const facilityOf = (id: number) => facilities.find((facility) => facility.id === id)?.name;
  return (
    <>
      <Dialog
        open={!isSure}
        onClose={() => choose(null)}
        title={t("configuration.replaceTitle")}
        description={t("configuration.replaceText")}
        actions={
          <>
            <Button onClick={() => choose(null)}>{t("configuration.replaceCancel")}</Button>
            <Button
              tone="primary"
              disabled={chosen === undefined || isReading}
              aria-describedby={chosen === undefined ? `${id}-off` : undefined}
              onClick={() => setIsSure(true)}
            >
              {t("configuration.replaceNext")}
            </Button>
          </>
        }
      >
        <div className="mt-4 space-y-4">
          <SelectField
            id="replaced-machine"
            autoFocus
            label={t("configuration.replaceWhich")}
            value={chosen ? String(chosen.id) : ""}
            onChange={(event) => choose(event.target.value)}
            options={[
              { value: "", label: t("configuration.replaceChoose") },
              ...machines.map(({ id, name, serialNumber, facilityId }) => ({
                value: String(id),
                label: [facilityOf(facilityId), name, serialNumber].filter(Boolean).join(" · "),
              })),
            ]}
          />
          {chosen === undefined && (
            <p id={`${id}-off`} className="text-sm text-ink-soft">
              {t(`configuration.${reason}`)}
            </p>
          )}
          <div aria-live="polite">{chosen && plan && <WhatGoes plan={plan} />}</div>
        </div>
      </Dialog>
      {chosen && plan && (
        <ConfirmDialog<ConfigurationDone>
          open={isSure}
          onClose={() => setIsSure(false)}
          title={t("configuration.replaceSure", { name: chosen.name })}
          text={t("configuration.replaceSureText", {
            serial: chosen.serialNumber,
            newSerial: machine.serialNumber,
            name: chosen.name,
          })}
          goes={[
            t("configuration.goesSerial", { serial: chosen.serialNumber }),
            ...ENDS.filter((what) => plan.ends[what] > 0).map((what) =>
              t(`configuration.ends.${what}`, { count: plan.ends[what] }),
            ),
          ]}
          confirm={{
            label: t("configuration.replace"),
            busyLabel: t("configuration.replacing"),
          }}
          intent={DELETE_AND_LEAVE}
          hidden={{ device_id: chosen.id }}
          onDone={() =>
            navigate("/machines", {
              replace: true,
              state: arrival(
                t("configuration.replaced", { name: chosen.name, serial: machine.serialNumber }),
              ),
            })
          }
        />
      )}
    </>
  );
}

function WhatGoes({ plan }: { plan: ReplacementPlan }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4 text-sm sm:grid-cols-2">
      <section>
        <h3 className="font-medium">{t("configuration.replaceMoves")}</h3>
        <ul className="mt-1 list-disc pl-5 text-ink-soft">
          <li>{t("configuration.movesPlace")}</li>
          <li>{t("configuration.movesSamples")}</li>
          {MOVES.map((what) => (
            <li key={what}>{t(`configuration.moves.${what}`, { count: plan.moves[what] })}</li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className="font-medium">{t("configuration.replaceEnds")}</h3>
        <ul className="mt-1 list-disc pl-5 text-ink-soft">
          {ENDS.map((what) => (
            <li key={what}>{t(`configuration.ends.${what}`, { count: plan.ends[what] })}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** How a new machine begins: asked when its page is opened, and left by either way. */
export function BeginDialog({
  open,
  onClose,
  onReplace,
}: {
  open: boolean;
  onClose: () => void;
  onReplace: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("configuration.beginTitle")}
      description={t("configuration.beginText")}
      actions={
        <>
          <Button onClick={onReplace}>{t("configuration.replaceTitle")}</Button>
          <Button tone="primary" autoFocus onClick={onClose}>
            {t("configuration.asNew")}
          </Button>
        </>
      }
    />
  );
}
