import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { lockOf, machineTabs } from "#app/domain/machine-tabs.ts";
import { HEADER_METRICS, MachineHeader } from "#app/features/machines/machine-header.tsx";
import type { MachinePage } from "#app/features/machines/machine-page.ts";
import { MachineTabBar } from "#app/features/machines/machine-tab-bar.tsx";
import { requireMachinePage } from "#app/pages/machine-page.server.ts";

/** The machine, its tabs and their locks: around every tab. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, deps, machine, basePath } = await requireMachinePage(args);
  const page: MachinePage = {
    machine,
    basePath,
    tabs: machineTabs(actor).map((tab) => ({
      tab,
      locked: lockOf(actor, machine.serviceTier, tab) !== null,
    })),
  };
  return {
    page,
    title: machine.name,
    crumbNames: { [basePath]: machine.name },
    latest: await deps.recorder(machine.id).latest([...HEADER_METRICS]),
  };
}

/** Another tab of the same machine needs nothing of this again: what moves comes over the live channel. */
export const shouldRevalidate = ({
  currentParams,
  nextParams,
  currentUrl,
  nextUrl,
  formMethod,
}: ShouldRevalidateFunctionArgs): boolean =>
  currentParams["id"] !== nextParams["id"] ||
  (formMethod !== undefined && formMethod !== "GET") ||
  currentUrl.href === nextUrl.href;

export default function MachineLayout() {
  const { page, latest } = useLoaderData<typeof loader>();
  const { machine, basePath, tabs } = page;
  return (
    <Page key={machine.id} title={<MachineHeader machine={machine} latest={latest} />}>
      <MachineTabBar basePath={basePath} name={machine.name} tabs={tabs} />
      <Outlet context={page} />
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
