import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { usePageTitle } from "#app/components/layout/use-page-title.ts";
import { readAgainAfterForms } from "#app/kit/forms/read-again.ts";
import { requireCustomerArea } from "#app/features/organizations/customer.page.server.ts";

export const handle = { titleKey: "nav.customers" };

export async function loader(args: LoaderFunctionArgs) {
  await requireCustomerArea(args);
  return null;
}

export const shouldRevalidate = readAgainAfterForms;

export default function CustomersLayout() {
  return (
    <Page title={usePageTitle()}>
      <Outlet />
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
