import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { NotYet } from "#app/components/ui/not-yet.tsx";
import { CustomerTabBar } from "#app/features/organizations/customer-tab-bar.tsx";
import { requireCustomerPage } from "#app/pages/customer-page.server.ts";
import { requireRole } from "#app/pages/guards.server.ts";

export const handle = { titleKey: "nav.customers" };

/** Providers see every customer; an admin their own, under the name Organization. */
export async function loader(args: LoaderFunctionArgs) {
  const signedIn = await requireRole(args, "superuser", "oem_superuser", "admin");
  const { actor } = signedIn;
  const label = actor.role === "admin" ? ("organization" as const) : ("customers" as const);
  const rest = args.params["*"] ?? "";
  if (rest !== "")
    return { label, page: await requireCustomerPage(args, signedIn, "/customers", rest) };
  if (actor.role === "admin") throw redirect(`/customers/${actor.customerId ?? ""}`);
  return { label, page: null };
}

export default function CustomersPage() {
  const { t } = useTranslation();
  const { label, page } = useLoaderData<typeof loader>();
  return (
    <Page title={page?.title ?? (page === null ? t(`nav.${label}`) : t("crumbs.new"))}>
      {page !== null && (
        <CustomerTabBar
          basePath={page.basePath}
          label={page.title ?? t("crumbs.new")}
          tabs={page.tabs}
        />
      )}
      <NotYet>{t(`notYet.${label}`)}</NotYet>
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
