import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { CustomerNotYet } from "#app/features/organizations/customer-not-yet.tsx";
import { requireCustomerUser } from "#app/pages/customer-page.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { crumbNames } = await requireCustomerUser(args);
  return { crumbNames };
}

export default function CustomerUser() {
  return <CustomerNotYet />;
}

export const ErrorBoundary = PageFailure;
