import "#app/features/analytics/texts.ts";
import "#app/features/analytics/anomalies/texts.ts";
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { AnomalyExplorer } from "#app/features/analytics/anomalies/anomaly-explorer.tsx";
import type { Searcher } from "#app/features/analytics/anomalies/anomaly-question.ts";
import { listSections } from "#app/features/configuration/list-models.server.ts";
import { listHumanKeys } from "#app/features/machines/list-metrics.server.ts";
import { LockedTab } from "#app/features/machines/locked-tab.tsx";
import { useMachinePage } from "#app/features/machines/machine-page.ts";
import { readAgainForSameQuestion } from "#app/kit/forms/read-again-for-question.ts";
import { requireMachineTab } from "#app/features/machines/machine.page.server.ts";

export const handle = { partKey: "crumbs.anomalies" };

/** What may be searched for; what is searched stands in the address and is read from /v1. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, machine, lock } = await requireMachineTab(args, "anomalies");
  if (lock !== null) return { lock };
  const [known, sections] = await Promise.all([
    listHumanKeys(ctx, String(machine.id)),
    listSections(ctx, String(machine.id)),
  ]);
  const searcher: Searcher = {
    timezone: machine.facility?.timezone ?? "UTC",
    known,
    sections,
  };
  return { lock, setup: { searcher, nowMs: ctx.now } };
}

export const shouldRevalidate = readAgainForSameQuestion;

export default function AnomaliesTab() {
  const data = useLoaderData<typeof loader>();
  const { machine, basePath } = useMachinePage();
  if (data.lock !== null) return <LockedTab lock={data.lock} />;
  return (
    <AnomalyExplorer
      key={machine.id}
      deviceId={machine.id}
      machine={machine.name}
      basePath={basePath}
      {...data.setup}
    />
  );
}

export const ErrorBoundary = PageFailure;
