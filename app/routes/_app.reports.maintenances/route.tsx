import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { UpsellPanel } from "#app/components/ui/upsell-panel.tsx";
import { ReportDownload } from "#app/features/reports/report-download.tsx";
import { ReportFrame } from "#app/features/reports/report-frame.tsx";
import { readOrKeep, ShownData, useShown } from "#app/kit/states/shown-data.ts";
import { requireReportPage } from "#app/features/reports/report.page.server.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import "#app/features/reports/texts.ts";

export const handle = { partKey: "crumbs.maintenances" };

export async function loader(args: LoaderFunctionArgs) {
  const { page, lock, nowMs } = await requireReportPage(args, [
    "generateReport",
    "accessMaintenances",
  ]);
  return { page, lock, nowMs };
}

const shown = new ShownData<Awaited<ReturnType<typeof loader>>>();
export const clientLoader = readOrKeep(shown);

export const shouldRevalidate = readAgainUnlessLost;

export default function MaintenancesReport() {
  const { t } = useTranslation();
  const read = useLoaderData<typeof loader>();
  const isOld = useShown(shown, read);
  const { page, lock, nowMs } = read;
  return (
    <ReportFrame page={page} lead={t("report.lead_maintenances")} isOld={isOld}>
      {(machine) =>
        lock ? (
          <UpsellPanel {...lock} machine={{ name: machine.name, serviceTier: machine.tier }} />
        ) : (
          <ReportDownload
            key={machine.id}
            kind="maintenances"
            machine={machine}
            nowMs={nowMs}
            off={null}
            button={t("report.export")}
          />
        )
      }
    </ReportFrame>
  );
}

export const ErrorBoundary = PageFailure;
