import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { CustomerNotYet } from "#app/features/organizations/customer-not-yet.tsx";
import { CustomerTabBar } from "#app/features/organizations/customer-tab-bar.tsx";
import { requireNewCustomer } from "#app/pages/customer-page.server.ts";

export const handle = { titleKey: "crumbs.new" };

export async function loader(args: LoaderFunctionArgs) {
  const { base } = await requireNewCustomer(args);
  return { basePath: `${base}/new` };
}

export default function NewCustomerPage() {
  const { t } = useTranslation();
  const { basePath } = useLoaderData<typeof loader>();
  return (
    <>
      <CustomerTabBar basePath={basePath} label={t("crumbs.new")} tabs={["details"]} />
      <CustomerNotYet />
    </>
  );
}

export const ErrorBoundary = PageFailure;
