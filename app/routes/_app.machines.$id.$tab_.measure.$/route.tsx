import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { NotYet } from "#app/components/ui/not-yet.tsx";
import { UpsellPanel } from "#app/components/ui/upsell-panel.tsx";
import { withSampleOrder } from "#app/domain/demo/sample-orders.ts";
import { loadMachineOverview } from "#app/features/machines/load-machine-overview.server.ts";
import { MachineHeader } from "#app/features/machines/machine-header.tsx";
import { MachineTabBar } from "#app/features/machines/machine-tab-bar.tsx";
import { requireMachinePage } from "#app/pages/machine-page.server.ts";

/** Deep links to a measure: `/measure` and `/measure/{measure}`. */
export async function loader(args: LoaderFunctionArgs) {
  const { deps, demo, page } = await requireMachinePage(args);
  if ((args.params["*"] ?? "").includes("/")) throw redirect("/errors/error-404");
  const overview = await loadMachineOverview(deps, page.machine.id);
  return {
    ...page,
    overview:
      demo === null
        ? overview
        : { ...overview, latest: withSampleOrder(overview.latest, demo.order) },
  };
}

export default function MeasurePage() {
  const { t } = useTranslation();
  const { machine, overview, tabs, basePath, lock } = useLoaderData<typeof loader>();
  return (
    <Page key={machine.id} title={<MachineHeader machine={machine} latest={overview.latest} />}>
      <MachineTabBar basePath={basePath} name={machine.name} tabs={tabs} />
      {lock !== null ? (
        <UpsellPanel check={lock.check} needed={lock.needed} machine={machine} />
      ) : (
        <NotYet to={`${basePath}/overview`} back={t("notYet.backToMachine")}>
          {t("notYet.machineTab")}
        </NotYet>
      )}
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
