import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { CustomerNotYet } from "#app/features/organizations/customer-not-yet.tsx";
import { requireCustomerTab } from "#app/pages/customer-page.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  await requireCustomerTab(args, "details");
  return null;
}

export default function CustomerDetails() {
  return <CustomerNotYet />;
}

export const ErrorBoundary = PageFailure;
