import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { UpsellPanel } from "#app/components/ui/upsell-panel.tsx";
import { findReportTags } from "#app/features/reports/load-report-page.server.ts";
import { MeasuresForm } from "#app/features/reports/measures-form.tsx";
import { ReportFrame } from "#app/features/reports/report-frame.tsx";
import { readOrKeep, ShownData, useShown } from "#app/kit/states/shown-data.ts";
import { requireReportPage } from "#app/features/reports/report.page.server.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import "#app/features/reports/texts.ts";

export const handle = { partKey: "crumbs.measures" };

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, ...page } = await requireReportPage(args, ["generateReport"]);
  const { machine } = page.page;
  return {
    ...page,
    tags: machine === null || page.lock !== null ? [] : await findReportTags(ctx, machine),
  };
}

const shown = new ShownData<Awaited<ReturnType<typeof loader>>>();
export const clientLoader = readOrKeep(shown);

export const shouldRevalidate = readAgainUnlessLost;

export default function MeasuresReport() {
  const { t } = useTranslation();
  const read = useLoaderData<typeof loader>();
  const isOld = useShown(shown, read);
  const { page, lock, nowMs, tags } = read;
  return (
    <ReportFrame page={page} lead={t("report.lead_measures")} isOld={isOld}>
      {(machine) =>
        lock ? (
          <UpsellPanel {...lock} machine={{ name: machine.name, serviceTier: machine.tier }} />
        ) : (
          <MeasuresForm machine={machine} tags={tags} nowMs={nowMs} />
        )
      }
    </ReportFrame>
  );
}

export const ErrorBoundary = PageFailure;
