import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "~/components/layout/page-failure";
import { Page } from "~/components/layout/page";
import { NotYet } from "~/components/ui/not-yet";
import { UpsellPanel } from "~/components/ui/upsell-panel";
import { canSeeKiwiplan } from "~/domain/access/permissions";
import { withSampleOrder } from "~/domain/demo/sample-orders";
import { loadMachineOverview, loadMachinePast } from "~/features/machines/load-machine-overview.server";
import { MachineHeader } from "~/features/machines/machine-header";
import { MachineOverviewTab } from "~/features/machines/machine-overview";
import { MachineTabBar } from "~/features/machines/machine-tab-bar";
import { earlyOrLate } from "~/http/early-or-late.server";
import { requireMachinePage } from "~/http/machine-page.server";

/** The overview is filled; the other tabs have their place, their guard and their lock. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, deps, demo, page } = await requireMachinePage(args);
  const { id } = page.machine;
  const overview = await loadMachineOverview(deps, id);
  return {
    ...page,
    overview: demo === null ? overview : { ...overview, latest: withSampleOrder(overview.latest, demo.order) },
    past: page.tab === "overview" ? await earlyOrLate(loadMachinePast(deps, id)) : null,
    showKiwiplan: canSeeKiwiplan(actor, page.machine),
  };
}

export default function MachinePage() {
  const { t } = useTranslation();
  const { machine, overview, past, showKiwiplan, tabs, basePath, lock } = useLoaderData<typeof loader>();
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
