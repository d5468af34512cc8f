import { useSearchParams } from "@remix-run/react";
import { Plus, Wrench } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsOutOfService } from "#app/components/machine/use-out-of-service.ts";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { loadWhenOpened } from "#app/components/load-later.tsx";
import { Button, ButtonAnchor } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useNow } from "#app/components/use-now.ts";
import { SUPPORT_EMAIL } from "#app/domain/support.ts";
import type { AvailableType, Maintenance } from "./list-maintenances.server.ts";
import { MaintenanceCard } from "./maintenance-card.tsx";
import { MaintenanceDialogs, type OpenedDialog } from "./maintenance-dialogs.tsx";
import { MaintenanceDetail } from "./maintenance-detail.tsx";
import { MAINTENANCE_SORTS, sortMaintenances } from "./sort-maintenances.ts";
import { shownStatuses } from "./status-chip.tsx";
import { useMaintenanceSort } from "./use-maintenance-sort.ts";
import "./texts.ts";

const AddMaintenance = loadWhenOpened(() => import("./add-maintenance.tsx"), "maintenance.add");

type Props = {
  machine: { id: number; name: string; timezone: string; serviceTier: { name: string } | null };
  maintenances: Maintenance[];
  availableTypes: AvailableType[];
  /** Whether the reader may add, delete, mark done and snooze. */
  canChange: boolean;
  /** What the machine's tier leaves room for; null: unlimited. */
  limit: { most: number; needed: string } | null;
  nowMs: number;
};

/** A machine's maintenances: cards to choose from, one of them closely. */
export function MaintenanceTab(props: Props) {
  const { machine, maintenances, nowMs: serverNowMs } = props;
  const isOutOfService = useIsOutOfService();
  const canChange = props.canChange && !isOutOfService;
  const { t } = useTranslation();
  const { locale } = useFormats();
  const nowMs = useNow(serverNowMs);
  const [params, setParams] = useSearchParams();
  const [sort, setSort] = useMaintenanceSort();
  // undefined: never opened, so that nothing is loaded for it.
  const [isAdding, setAdding] = useState<boolean | undefined>(undefined);
  const [opened, setOpened] = useState<OpenedDialog | null | undefined>(undefined);
  const sorted = useMemo(
    () => sortMaintenances(maintenances, sort, locale),
    [maintenances, sort, locale],
  );
  // What somebody works on stays, though it stands elsewhere once it is done.
  const [workedOn, setWorkedOn] = useState<number | null>(null);
  const selected =
    sorted.find(({ id }) => String(id) === params.get("selected")) ??
    sorted.find(({ id }) => id === workedOn) ??
    sorted[0];
  const select = (id: number) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set("selected", String(id));
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  useForgottenSelection(maintenances, params, setParams);
  const addButton = canChange && (
    <Button
      tone="primary"
      size={selected === undefined ? "normal" : "small"}
      aria-haspopup="dialog"
      onClick={() => setAdding(true)}
    >
      <Plus className="size-4" aria-hidden="true" />
      {t("maintenance.add")}
    </Button>
  );
  return (
    <>
      {selected === undefined ? (
        <EmptyState
          icon={<Wrench className="size-6" aria-hidden="true" />}
          title={t("maintenance.emptyTitle")}
          action={
            isOutOfService ? undefined : (
              <div className="flex flex-wrap justify-center gap-3">
                {addButton}
                <ButtonAnchor
                  href={`mailto:${SUPPORT_EMAIL}?subject=${encodeURIComponent(`${t("maintenance.emptyTitle")} · ${machine.name}`)}`}
                >
                  {t("maintenance.support", { email: SUPPORT_EMAIL })}
                </ButtonAnchor>
              </div>
            )
          }
        >
          {t(isOutOfService ? "maintenance.emptyOutOfService" : "maintenance.emptyText")}
        </EmptyState>
      ) : (
        <div className="grid gap-3 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <section aria-labelledby="maintenances" className="min-w-0">
            <header className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-2">
              <h2 id="maintenances" className="text-sm font-semibold">
                {t("maintenance.title", { count: maintenances.length })}
              </h2>
              {addButton}
            </header>
            <SelectField
              id="maintenance-sort"
              className="print:hidden"
              label={t("maintenance.sort")}
              value={sort}
              onChange={({ target }) =>
                setSort(MAINTENANCE_SORTS.find((each) => each === target.value) ?? sort)
              }
              options={MAINTENANCE_SORTS.map((value) => ({
                value,
                label: t(`maintenance.sort_${value}`),
              }))}
            />
            <SelectField
              id="maintenance-selected"
              className="mt-3 lg:hidden print:hidden"
              label={t("maintenance.choose")}
              value={String(selected.id)}
              onChange={({ target }) => select(Number(target.value))}
              options={sorted.map((maintenance) => ({
                value: String(maintenance.id),
                label: [
                  maintenance.name,
                  ...shownStatuses(maintenance).map((status) => t(`maintenance.status_${status}`)),
                ].join(" · "),
              }))}
            />
            <ul data-rows className="mt-3 hidden space-y-2 lg:block">
              {sorted.map((maintenance) => (
                <MaintenanceCard
                  key={maintenance.id}
                  maintenance={maintenance}
                  isSelected={maintenance.id === selected.id}
                  to={`?${selectedSearch(params, maintenance.id)}`}
                  nowMs={nowMs}
                  timezone={machine.timezone}
                />
              ))}
            </ul>
          </section>
          <MaintenanceDetail
            key={selected.id}
            maintenance={selected}
            machine={machine}
            canChange={canChange}
            nowMs={nowMs}
            onOpen={(dialog) => {
              setWorkedOn(dialog.work.id);
              setOpened(dialog);
            }}
          />
        </div>
      )}
      <MaintenanceDialogs opened={opened} nowMs={nowMs} onClose={() => setOpened(null)} />
      {isAdding !== undefined && (
        <AddMaintenance
          open={isAdding}
          onClose={() => setAdding(false)}
          machine={machine}
          types={props.availableTypes}
          held={maintenances.length}
          limit={props.limit}
          onAdded={({ id }) => select(id)}
        />
      )}
    </>
  );
}

/** What was chosen and is deleted, here or by somebody else, leaves the address: copied, it leads to what is shown now. */
function useForgottenSelection(
  maintenances: readonly { id: number }[],
  params: URLSearchParams,
  setParams: ReturnType<typeof useSearchParams>[1],
): void {
  const chosen = params.get("selected");
  const isHeld = maintenances.some(({ id }) => String(id) === chosen);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (isHeld) shown.current = chosen;
    else if (chosen !== null && chosen === shown.current)
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete("selected");
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
  }, [chosen, isHeld, setParams]);
}

function selectedSearch(params: URLSearchParams, id: number): string {
  const next = new URLSearchParams(params);
  next.set("selected", String(id));
  return next.toString();
}
