import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { canSeeKiwiplan } from "#app/domain/access/permissions.ts";
import {
  loadMachineOverview,
  loadMachinePast,
} from "#app/features/machines/load-machine-overview.server.ts";
import { MachineOverviewTab } from "#app/features/machines/machine-overview.tsx";
import { useMachinePage } from "#app/features/machines/machine-page.ts";
import { earlyOrLate } from "#app/pages/resolve-or-defer.server.ts";
import { requireMachineTab } from "#app/pages/machine-page.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { actor, deps, machine } = await requireMachineTab(args, "overview");
  return {
    overview: await loadMachineOverview(deps, machine.id),
    past: await earlyOrLate(loadMachinePast(deps, machine.id)),
    showKiwiplan: canSeeKiwiplan(actor, machine),
  };
}

export default function OverviewTab() {
  const { overview, past, showKiwiplan } = useLoaderData<typeof loader>();
  const { machine } = useMachinePage();
  return (
    <MachineOverviewTab
      deviceId={machine.id}
      timezone={machine.facility?.timezone ?? "UTC"}
      overview={overview}
      past={past}
      showKiwiplan={showKiwiplan}
    />
  );
}

export const ErrorBoundary = PageFailure;
