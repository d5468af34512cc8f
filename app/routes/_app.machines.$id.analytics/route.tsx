import "#app/features/analytics/texts.ts";
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useParams } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { canSeeKiwiplan, isAdmin, passesTier } from "#app/domain/access/permissions.ts";
import { AnalyticsTab } from "#app/features/analytics/analytics-tab.tsx";
import { loadCompareSetup } from "#app/features/analytics/load-compare-setup.server.ts";
import type { Asker } from "#app/features/analytics/question.ts";
import { listSavedQuestions } from "#app/features/analytics/saved/saved-questions.server.ts";
import { listHumanKeys } from "#app/features/machines/list-metrics.server.ts";
import { LockedTab } from "#app/features/machines/locked-tab.tsx";
import { useMachinePage } from "#app/features/machines/machine-page.ts";
import { readAgainForSameQuestion } from "#app/kit/forms/read-again-for-question.ts";
import { requireMachineTab } from "#app/features/machines/machine.page.server.ts";
import { readBlock } from "#app/pages/read-block.server.ts";

export const handle = { partKey: "crumbs.analytics" };

/** What may be asked of the machine; what is asked stands in the address and is read from /v1. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, machine, lock } = await requireMachineTab(args, "analytics");
  if (lock !== null) return { lock };
  const id = String(machine.id);
  const [known, compare, saved] = await Promise.all([
    listHumanKeys(ctx, id),
    loadCompareSetup(ctx, machine),
    readBlock("saved questions", listSavedQuestions(ctx, id)),
  ]);
  const asker: Asker = {
    timezone: machine.facility?.timezone ?? "UTC",
    known,
    compare,
    isUnlimited: passesTier(ctx.actor, machine.serviceTier, "unlimitedReport"),
    hasXy: isAdmin(ctx.actor),
  };
  return {
    lock,
    saved: saved.content,
    setup: { asker, hasJobs: canSeeKiwiplan(ctx.actor, machine), nowMs: ctx.now },
  };
}

export const shouldRevalidate = readAgainForSameQuestion;

export default function AnalyticsPage() {
  const data = useLoaderData<typeof loader>();
  const { machine, basePath } = useMachinePage();
  const { measure = null } = useParams();
  if (data.lock !== null) return <LockedTab lock={data.lock} />;
  return (
    <AnalyticsTab
      key={`${machine.id} ${measure}`}
      deviceId={machine.id}
      machine={machine.name}
      basePath={basePath}
      measure={measure}
      saved={data.saved}
      {...data.setup}
    />
  );
}

export const ErrorBoundary = PageFailure;
