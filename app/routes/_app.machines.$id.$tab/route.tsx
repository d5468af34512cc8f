import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { NotYet } from "#app/components/ui/not-yet.tsx";
import { UpsellPanel } from "#app/components/ui/upsell-panel.tsx";
import { canSeeKiwiplan } from "#app/domain/access/permissions.ts";
import { withSampleOrder } from "#app/domain/demo/sample-orders.ts";
import {
  loadMachineOverview,
  loadMachinePast,
} from "#app/features/machines/load-machine-overview.server.ts";
import { MachineHeader } from "#app/features/machines/machine-header.tsx";
import { MachineOverviewTab } from "#app/features/machines/machine-overview.tsx";
import { MachineTabBar } from "#app/features/machines/machine-tab-bar.tsx";
import { earlyOrLate } from "#app/pages/resolve-or-defer.server.ts";
import { requireMachinePage } from "#app/pages/machine-page.server.ts";

/** The overview is filled; the other tabs have their place, their guard and their lock. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, deps, demo, page } = await requireMachinePage(args);
  const { id } = page.machine;
  const overview = await loadMachineOverview(deps, id);
  return {
    ...page,
    overview:
      demo === null
        ? overview
        : { ...overview, latest: withSampleOrder(overview.latest, demo.order) },
    past: page.tab === "overview" ? await earlyOrLate(loadMachinePast(deps, id)) : null,
    showKiwiplan: canSeeKiwiplan(actor, page.machine),
  };
}

export default function MachinePage() {
  const { t } = useTranslation();
  const { machine, overview, past, showKiwiplan, tabs, basePath, lock } =
    useLoaderData<typeof loader>();
  return (
    <Page key={machine.id} title={<MachineHeader machine={machine} latest={overview.latest} />}>
      <MachineTabBar basePath={basePath} name={machine.name} tabs={tabs} />
      {lock !== null ? (
        <UpsellPanel check={lock.check} needed={lock.needed} machine={machine} />
      ) : past === null ? (
        <NotYet to={`${basePath}/overview`} back={t("notYet.backToMachine")}>
          {t("notYet.machineTab")}
        </NotYet>
      ) : (
        <MachineOverviewTab
          deviceId={machine.id}
          timezone={machine.facility?.timezone ?? "UTC"}
          overview={overview}
          past={past}
          showKiwiplan={showKiwiplan}
        />
      )}
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
