import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { TabNotYet } from "#app/features/machines/tab-not-yet.tsx";
import { requireMachineTab } from "#app/pages/machine-page.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  await requireMachineTab(args, "comments");
  return null;
}

export default function CommentsTab() {
  return <TabNotYet />;
}

export const ErrorBoundary = PageFailure;
