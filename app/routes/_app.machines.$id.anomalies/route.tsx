import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { LockedTab } from "#app/features/machines/locked-tab.tsx";
import { TabNotYet } from "#app/features/machines/tab-not-yet.tsx";
import { requireMachineTab } from "#app/pages/machine-page.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { lock } = await requireMachineTab(args, "anomalies");
  return { lock };
}

export default function AnomaliesTab() {
  const { lock } = useLoaderData<typeof loader>();
  return lock === null ? <TabNotYet /> : <LockedTab lock={lock} />;
}

export const ErrorBoundary = PageFailure;
