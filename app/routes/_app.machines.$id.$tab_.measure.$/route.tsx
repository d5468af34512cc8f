import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "~/components/layout/page-failure";
import { Page } from "~/components/layout/page";
import { NotYet } from "~/components/ui/not-yet";
import { UpsellPanel } from "~/components/ui/upsell-panel";
import { withSampleOrder } from "~/domain/demo/sample-orders";
import { loadMachineOverview } from "~/features/machines/load-machine-overview.server";
import { MachineHeader } from "~/features/machines/machine-header";
import { MachineTabBar } from "~/features/machines/machine-tab-bar";
import { requireMachinePage } from "~/http/machine-page.server";

/** Deep links to a measure: `/measure` and `/measure/{measure}`. */
export async function loader(args: LoaderFunctionArgs) {
  const { deps, demo, page } = await requireMachinePage(args);
  if ((args.params["*"] ?? "").includes("/")) throw redirect("/errors/error-404");
  const overview = await loadMachineOverview(deps, page.machine.id);
  return { ...page, overview: demo === null ? overview : { ...overview, latest: withSampleOrder(overview.latest, demo.order) } };
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
