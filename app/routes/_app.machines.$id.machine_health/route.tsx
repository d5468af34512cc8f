import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { canSeeKiwiplan } from "#app/domain/access/permissions.ts";
import { CurrentState } from "#app/features/machines/current-state.tsx";
import { useMachinePage } from "#app/features/machines/machine-page.ts";
import { requireMachineTab } from "#app/pages/machine-page.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { actor, deps, machine } = await requireMachineTab(args, "machine_health");
  return {
    latest: await deps.recorder(machine.id).latest(null),
    showKiwiplan: canSeeKiwiplan(actor, machine),
  };
}

export default function MachineHealthTab() {
  const { latest, showKiwiplan } = useLoaderData<typeof loader>();
  const { machine } = useMachinePage();
  return <CurrentState deviceId={machine.id} latest={latest} showKiwiplan={showKiwiplan} />;
}

export const ErrorBoundary = PageFailure;
