import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { CustomerNotYet } from "#app/features/organizations/customer-not-yet.tsx";
import { requireCustomerArea } from "#app/pages/customer-page.server.ts";

/** Providers see every customer; an admin their own. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, base } = await requireCustomerArea(args);
  if (actor.role === "admin") throw redirect(`${base}/${actor.customerId ?? ""}`);
  return null;
}

export default function CustomersPage() {
  return <CustomerNotYet />;
}

export const ErrorBoundary = PageFailure;
