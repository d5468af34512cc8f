import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { isPrivileged, passesTier } from "#app/domain/access/permissions.ts";
import { MAX_LIMITED_MAINTENANCES_PER_MACHINE } from "#app/domain/limits.ts";
import { LockedTab } from "#app/features/machines/locked-tab.tsx";
import { useMachinePage } from "#app/features/machines/machine-page.ts";
import { listMaintenancesOf } from "#app/features/maintenance/list-maintenances.server.ts";
import { answerMaintenanceForm } from "#app/features/maintenance/maintenance.page.server.ts";
import { MaintenanceTab } from "#app/features/maintenance/maintenance-tab.tsx";
import { findFirstTier } from "#app/features/organizations/first-tier.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireMachineTab } from "#app/pages/machine-page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";

const MOST_LIMITED = MAX_LIMITED_MAINTENANCES_PER_MACHINE;

export async function loader(args: LoaderFunctionArgs) {
  const { actor, deps, machine, lock } = await requireMachineTab(args, "maintenance");
  if (lock !== null) return { lock };
  const isLimited = !passesTier(actor, machine.serviceTier, "unlimitedMaintenances");
  const [listed, needed] = await Promise.all([
    listMaintenancesOf(deps, machine),
    isLimited ? findFirstTier(deps, "unlimitedMaintenances") : null,
  ]);
  return {
    lock: null,
    ...listed,
    canChange: isPrivileged(actor),
    limit: isLimited ? { most: MOST_LIMITED, needed: needed ?? "" } : null,
    nowMs: deps.now,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, deps, machine } = await requireMachineTab(args, "maintenance");
  return answerMaintenanceForm({ actor, deps }, machine.id, await readForm(args.request));
}

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export default function MaintenancePage() {
  const data = useLoaderData<typeof loader>();
  const { machine } = useMachinePage();
  if (data.lock !== null) return <LockedTab lock={data.lock} />;
  return (
    <MaintenanceTab
      {...data}
      machine={{
        id: machine.id,
        name: machine.name,
        timezone: machine.facility?.timezone ?? "UTC",
        serviceTier: machine.serviceTier,
      }}
    />
  );
}

export const ErrorBoundary = PageFailure;
