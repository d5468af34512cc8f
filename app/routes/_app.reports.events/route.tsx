import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { UpsellPanel } from "#app/components/ui/upsell-panel.tsx";
import { ReportDownload } from "#app/features/reports/report-download.tsx";
import { ReportFrame } from "#app/features/reports/report-frame.tsx";
import { TimeframeField } from "#app/features/reports/timeframe-field.tsx";
import { requireReportPage } from "#app/pages/report-page.server.ts";
import "#app/features/reports/texts.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { page, lock, nowMs } = await requireReportPage(args, ["accessEvents"]);
  return { page, lock, nowMs };
}

export default function EventsReport() {
  const { t } = useTranslation();
  const { page, lock, nowMs } = useLoaderData<typeof loader>();
  return (
    <ReportFrame page={page} lead={t("report.lead_events")}>
      {(machine) =>
        lock ? (
          <UpsellPanel {...lock} machine={{ name: machine.name, serviceTier: machine.tier }} />
        ) : (
          <ReportDownload
            key={machine.id}
            kind="events"
            machine={machine}
            nowMs={nowMs}
            off={null}
            button={t("report.export")}
          >
            <TimeframeField machine={{ ...machine, isUnlimited: true }} nowMs={nowMs} />
          </ReportDownload>
        )
      }
    </ReportFrame>
  );
}

export const ErrorBoundary = PageFailure;
