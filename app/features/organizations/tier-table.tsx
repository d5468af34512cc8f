import { useRevalidator } from "@remix-run/react";
import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Select } from "#app/components/forms/select.tsx";
import { callApi } from "#app/components/call-api.ts";
import { Card } from "#app/components/layout/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Toast } from "#app/components/ui/toast.tsx";
import { useTierName } from "#app/components/use-tier-name.ts";
import type { TierFlag } from "#app/domain/access/permissions.ts";
import { LeaveGuard } from "#app/kit/forms/leave-guard.tsx";
import { DataTable } from "#app/kit/table/data-table.tsx";
import type { TableColumn } from "#app/kit/table/table-column.ts";
import { saveTiers, type TierOutcome } from "./save-tiers.ts";
import "#app/kit/forms/texts.ts";
import "./texts.ts";

/** How long the outcome stands (spec 002 §8). */
const OUTCOME_MS = 3_000;

export type TieredMachine = {
  id: number;
  serialNumber: string;
  name: string;
  make: string;
  model: string;
  tierId: number | null;
};
export type TierChoice = { id: number; name: string; permissions: TierFlag[] };
type Props = { machines: readonly TieredMachine[]; tiers: readonly TierChoice[] };

/** The machines of a customer, each with the tier that it has and may be given another; saved together. */
export function TierTable({ machines, tiers }: Props) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const [chosen, setChosen] = useState<ReadonlyMap<number, number | null>>(new Map());
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<TierOutcome | null>(null);
  const changes = machines.flatMap(({ id, serialNumber, tierId }) => {
    const next = chosen.get(id);
    return next === undefined || next === tierId ? [] : [{ serialNumber, tierId: next }];
  });
  const count = useRef(0);
  count.current = changes.length;
  const isDirty = useCallback(() => count.current > 0, []);
  const save = async () => {
    setBusy(true);
    const { outcome: result, isAnswered } = await saveTiers(changes, async (path, body) => {
      const answer = await callApi(path, { method: "PUT", body });
      return answer.ok ? 200 : answer.status;
    });
    setOutcome(result);
    // What Helios holds now is shown, whatever of it was saved. What was not reached stays chosen, to be saved again.
    if (result !== "not_reached" && result !== "signed_out") setChosen(new Map());
    if (isAnswered) revalidate();
    setBusy(false);
  };
  const columns = useTierColumns(tiers, chosen, busy, (id, tierId) =>
    setChosen((last) => new Map(last).set(id, tierId)),
  );
  const words = {
    saved: t("organizations.tiersSaved"),
    some_failed: t("organizations.tiersFailed"),
    not_reached: t("organizations.tiersNotReached"),
    signed_out: t("problems.session_ended"),
  };
  return (
    <>
      <DataTable
        caption={t("organizations.tiers")}
        columns={columns}
        rows={machines}
        rowId={({ id }) => String(id)}
        empty={t("organizations.tiersEmpty")}
      />
      {machines.length > 0 && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button
            tone="primary"
            disabled={busy || changes.length === 0}
            onClick={() => void save()}
          >
            {busy ? t("form.saving") : t("organizations.save")}
          </Button>
          <p className="text-sm text-ink-faint" role="status">
            {t(
              changes.length === 0 ? "organizations.tiersUnchanged" : "organizations.tiersChanged",
              { count: changes.length },
            )}
          </p>
        </div>
      )}
      <TierLegend tiers={tiers} />
      {outcome !== null && (
        <Toast
          tone={outcome === "saved" ? "good" : "alarm"}
          text={words[outcome]}
          durationMs={OUTCOME_MS}
          onClose={() => setOutcome(null)}
        />
      )}
      <LeaveGuard isDirty={isDirty} />
    </>
  );
}

function useTierColumns(
  tiers: readonly TierChoice[],
  chosen: ReadonlyMap<number, number | null>,
  busy: boolean,
  choose: (id: number, tierId: number | null) => void,
): TableColumn<TieredMachine>[] {
  const { t } = useTranslation();
  const nameOf = useTierName();
  const chooseLast = useRef(choose);
  chooseLast.current = choose;
  return useMemo(() => {
    const tierOf = (row: TieredMachine) => chosen.get(row.id) ?? null;
    const current = (row: TieredMachine) => (chosen.has(row.id) ? tierOf(row) : row.tierId);
    const text = (row: TieredMachine) =>
      nameOf(tiers.find(({ id }) => id === row.tierId)?.name ?? null);
    return [
      { key: "name", label: t("organizations.name"), value: ({ name }) => name, isName: true },
      { key: "serial", label: t("organizations.serialNumber"), value: (row) => row.serialNumber },
      { key: "make", label: t("organizations.make"), value: ({ make }) => make, canGroup: true },
      {
        key: "model",
        label: t("organizations.model"),
        value: ({ model }) => model,
        canGroup: true,
      },
      {
        key: "tier",
        label: t("organizations.tier"),
        value: text,
        canGroup: true,
        wraps: true,
        cell: (row) => (
          <Select
            aria-label={t("organizations.tierOf", { name: row.name })}
            value={String(current(row) ?? "")}
            disabled={busy}
            onChange={({ target }) =>
              chooseLast.current(row.id, target.value === "" ? null : Number(target.value))
            }
            className="w-full max-w-56"
          >
            <option value="">{nameOf(null)}</option>
            {tiers.map(({ id, name }) => (
              <option key={id} value={id}>
                {nameOf(name)}
              </option>
            ))}
          </Select>
        ),
      },
    ];
  }, [t, nameOf, tiers, chosen, busy]);
}

/** For each tier what it opens, and what is open on a machine without one (`opensWithoutTier`). */
function TierLegend({ tiers }: { tiers: readonly TierChoice[] }) {
  const { t } = useTranslation();
  const nameOf = useTierName();
  return (
    <Card as="section" className="mt-4 p-4 lg:p-5">
      <h2 className="text-md font-semibold">{t("organizations.tierLegend")}</h2>
      <dl className="mt-2 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 xl:grid-cols-3">
        {tiers.map(({ id, name, permissions }) => (
          <div key={id}>
            <dt className="font-medium">{nameOf(name)}</dt>
            <dd className="text-ink-soft">
              {permissions.length === 0
                ? t("organizations.none")
                : permissions.map((flag) => t(`organizations.flags.${flag}`)).join(", ")}
            </dd>
          </div>
        ))}
        <div>
          <dt className="font-medium">{nameOf(null)}</dt>
          <dd className="text-ink-soft">{t("organizations.flags.events")}</dd>
        </div>
      </dl>
    </Card>
  );
}
