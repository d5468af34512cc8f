import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { CustomerTabBar } from "#app/features/organizations/customer-tab-bar.tsx";
import { frameOfNow } from "#app/features/shell/frame-of-now.ts";
import { readAgainAfterForms, readAgainIfOutdated } from "#app/kit/forms/read-again.ts";
import { requireCustomerPage } from "#app/features/organizations/customer.page.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { title, basePath, tabs } = await requireCustomerPage(args);
  return { title, basePath, tabs, crumbNames: { [basePath]: title } };
}

/** The customer and the tabs stand where a tab's data does not come. The name may be changed by somebody else. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  args.currentParams["customerId"] !== args.nextParams["customerId"] ||
  readAgainIfOutdated(frameOfNow.isOutdated(), args) ||
  readAgainAfterForms(args);

export default function CustomerLayout() {
  const { title, basePath, tabs } = useLoaderData<typeof loader>();
  return (
    <>
      <CustomerTabBar basePath={basePath} label={title} tabs={tabs} />
      <Outlet key={basePath} />
    </>
  );
}

export const ErrorBoundary = PageFailure;
