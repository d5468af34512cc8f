import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Select } from "#app/components/forms/select.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { useTierName } from "#app/components/use-tier-name.ts";
import type { TierFlag } from "#app/domain/access/permissions.ts";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import { DataTable } from "#app/kit/table/data-table.tsx";
import type { TableColumn } from "#app/kit/table/table-column.ts";
import { tierChoices, writeTierChoices, type TiersDone } from "./tier-choices.ts";
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
export type ListedTier = { id: number; name: string; permissions: TierFlag[] };
type Props = { machines: readonly TieredMachine[]; tiers: readonly ListedTier[] };

/** The machines of a customer, each with the tier that it has and may be given another; saved together. */
export function TierTable({ machines, tiers }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlyMap<number, number | null>>(new Map());
  const [busy, setBusy] = useState(false);
  const changes = machines.flatMap(({ id, tierId }) => {
    const next = chosen.get(id);
    return next === undefined || next === tierId ? [] : [{ deviceId: id, tierId: next }];
  });
  const columns = useTierColumns(tiers, chosen, busy, (id, tierId) =>
    setChosen((last) => new Map(last).set(id, tierId)),
  );
  const count = t(
    changes.length === 0 ? "organizations.tiersUnchanged" : "organizations.tiersChanged",
    { count: changes.length },
  );
  return (
    <>
      <DataTable
        caption={t("organizations.tiers")}
        columns={columns}
        rows={machines}
        rowId={({ id }) => String(id)}
        empty={t("organizations.tiersEmpty")}
      />
      <ResourceForm<typeof tierChoices, TiersDone>
        id="tiers"
        intent="tiers"
        schema={tierChoices}
        defaultValue={{}}
        hidden={{ changes: writeTierChoices(changes) }}
        submit={{
          label: t("organizations.save"),
          busyLabel: t("form.saving"),
          off: changes.length === 0 ? count : null,
        }}
        aside={
          changes.length > 0 && (
            <p className="text-sm text-ink-faint" role="status">
              {count}
            </p>
          )
        }
        // What Helios holds now is shown, whatever of it was saved. Not reached, the choices stay to be saved again.
        onDone={() => setChosen(new Map())}
        toast={{
          done: ({ failed }) =>
            failed === 0
              ? t("organizations.tiersSaved")
              : { tone: "alarm", text: t("organizations.tiersFailed") },
          failed: (problem, code) => (isLost(code) ? t("organizations.tiersNotReached") : problem),
          durationMs: OUTCOME_MS,
        }}
        className="my-4"
      >
        {(form) => <TellBusy busy={form.busy} onBusy={setBusy} />}
      </ResourceForm>
      <TierLegend tiers={tiers} />
    </>
  );
}

const isLost = (code: string | undefined): boolean => code === "offline" || code === "server";

/** Nothing else is chosen while what was chosen is saved. */
function TellBusy({ busy, onBusy }: { busy: boolean; onBusy: (busy: boolean) => void }) {
  useEffect(() => onBusy(busy), [busy, onBusy]);
  return null;
}

function useTierColumns(
  tiers: readonly ListedTier[],
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

/** For each tier what it opens. */
function TierLegend({ tiers }: { tiers: readonly ListedTier[] }) {
  const { t } = useTranslation();
  const nameOf = useTierName();
  return (
    <Card as="section" className="p-4 lg:p-5">
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
      </dl>
    </Card>
  );
}
