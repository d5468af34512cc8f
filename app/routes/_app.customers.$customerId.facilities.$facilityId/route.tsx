import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { CustomerNotYet } from "#app/features/organizations/customer-not-yet.tsx";
import { requireCustomerFacility } from "#app/pages/customer-page.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { crumbNames } = await requireCustomerFacility(args);
  return { crumbNames };
}

export default function CustomerFacility() {
  return <CustomerNotYet />;
}

export const ErrorBoundary = PageFailure;
