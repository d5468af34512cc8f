import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "~/components/layout/page-failure";
import { Page } from "~/components/layout/page";
import { NotYet } from "~/components/ui/not-yet";
import { CustomerTabBar } from "~/features/organizations/customer-tab-bar";
import { requireCustomerPage } from "~/http/customer-page.server";
import { requireRole } from "~/http/guards.server";

export const handle = { titleKey: "nav.customers" };

/** Providers see every customer; an admin their own, under the name Organization. */
export async function loader(args: LoaderFunctionArgs) {
  const signedIn = await requireRole(args, "superuser", "oem_superuser", "admin");
  const { actor } = signedIn;
  const label = actor.role === "admin" ? ("organization" as const) : ("customers" as const);
  const rest = args.params["*"] ?? "";
  if (rest !== "") return { label, page: await requireCustomerPage(args, signedIn, "/customers", rest) };
  if (actor.role === "admin") throw redirect(`/customers/${actor.customerId ?? ""}`);
  return { label, page: null };
}

export default function CustomersPage() {
  const { t } = useTranslation();
  const { label, page } = useLoaderData<typeof loader>();
  return (
    <Page title={page?.title ?? (page === null ? t(`nav.${label}`) : t("crumbs.new"))}>
      {page !== null && <CustomerTabBar basePath={page.basePath} label={page.title ?? t("crumbs.new")} tabs={page.tabs} />}
      <NotYet>{t(`notYet.${label}`)}</NotYet>
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
