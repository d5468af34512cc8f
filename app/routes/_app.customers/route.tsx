import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { usePageTitle } from "#app/components/layout/use-page-title.ts";
import type { CustomerArea } from "#app/features/organizations/customer-not-yet.tsx";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireCustomerArea } from "#app/pages/customer-page.server.ts";

export const handle = { titleKey: "nav.customers" };

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await requireCustomerArea(args);
  const area: CustomerArea = actor.role === "admin" ? "organization" : "customers";
  return { area };
}

export const shouldRevalidate = readAgainUnlessLost;

export default function CustomersLayout() {
  const { area } = useLoaderData<typeof loader>();
  return (
    <Page title={usePageTitle()}>
      <Outlet context={area} />
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
