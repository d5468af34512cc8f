import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { isPrivileged, passesTier } from "#app/domain/access/permissions.ts";
import { workIn } from "#app/domain/maintenance/catalogue-words.ts";
import { MAX_LIMITED_MAINTENANCES_PER_MACHINE } from "#app/domain/limits.ts";
import { useChartNotes } from "#app/features/analytics/use-chart-notes.tsx";
import { LockedTab } from "#app/features/machines/locked-tab.tsx";
import { useMachinePage } from "#app/features/machines/machine-page.ts";
import { listMaintenancesOf } from "#app/features/maintenance/list-maintenances.server.ts";
import { answerMaintenanceForm } from "#app/features/maintenance/maintenance.page.server.ts";
import { MaintenanceTab } from "#app/features/maintenance/maintenance-tab.tsx";
import { findFirstTier } from "#app/features/organizations/first-tier.server.ts";
import { ChartNotesContext } from "#app/kit/charts/chart-notes.tsx";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { boundToMachine } from "#app/features/machines/machine-forms.page.server.ts";
import { requireMachineTab } from "#app/features/machines/machine.page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";

export const handle = { partKey: "crumbs.maintenance" };

const MOST_LIMITED = MAX_LIMITED_MAINTENANCES_PER_MACHINE;

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, user, machine, lock } = await requireMachineTab(args, "maintenance");
  if (lock !== null) return { lock };
  const isLimited = !passesTier(ctx.actor, machine.serviceTier, "unlimitedMaintenances");
  const [{ maintenances, availableTypes }, needed, locale] = await Promise.all([
    listMaintenancesOf(ctx, machine),
    isLimited ? findFirstTier(ctx, "unlimitedMaintenances") : null,
    negotiateLocale(args.request, user.locale),
  ]);
  return {
    lock: null,
    maintenances: maintenances.map((maintenance) => workIn(locale, maintenance)),
    availableTypes: availableTypes.map((type) => workIn(locale, type)),
    canChange: isPrivileged(ctx.actor),
    limit: isLimited ? { most: MOST_LIMITED, needed: needed ?? "" } : null,
    nowMs: ctx.now,
  };
}

export async function action(args: ActionFunctionArgs) {
  const page = await requireMachineTab(args, "maintenance");
  const locale = await negotiateLocale(args.request, page.user.locale);
  const ctx = { ...boundToMachine(page), locale };
  return answerMaintenanceForm(ctx, page.machine.id, await readForm(args.request));
}

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export default function MaintenancePage() {
  const data = useLoaderData<typeof loader>();
  const { machine } = useMachinePage();
  if (data.lock !== null) return <LockedTab lock={data.lock} />;
  return (
    <ChartNotesContext.Provider value={useChartNotes}>
      <MaintenanceTab
        {...data}
        machine={{
          id: machine.id,
          name: machine.name,
          timezone: machine.facility?.timezone ?? "UTC",
          serviceTier: machine.serviceTier,
        }}
      />
    </ChartNotesContext.Provider>
  );
}

export const ErrorBoundary = PageFailure;
