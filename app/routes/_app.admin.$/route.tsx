import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { TabBar } from "#app/components/layout/tab-bar.tsx";
import { NotYet } from "#app/components/ui/not-yet.tsx";
import { CustomerTabBar } from "#app/features/organizations/customer-tab-bar.tsx";
import { requireCustomerPage } from "#app/pages/customer-page.server.ts";
import { requireRole } from "#app/pages/guards.server.ts";

export const handle = { titleKey: "nav.admin" };

const TABS = ["customers", "notifications", "users"] as const;
const USER = /^users\/(?:new|[1-9]\d{0,14})$/;

export async function loader(args: LoaderFunctionArgs) {
  const signedIn = await requireRole(args, "superuser");
  const rest = args.params["*"] ?? "";
  const [tab, ...below] = rest.split("/");
  if (!tab) throw redirect("/admin/customers");
  if (tab === "customers" && below.length > 0)
    return { page: await requireCustomerPage(args, signedIn, "/admin/customers", below.join("/")) };
  const isKnown = below.length === 0 ? TABS.some((known) => known === tab) : USER.test(rest);
  if (!isKnown) throw redirect("/errors/error-404");
  return { page: null };
}

export default function AdminPage() {
  const { t } = useTranslation();
  const { page } = useLoaderData<typeof loader>();
  const words = {
    customers: t("nav.customers"),
    notifications: t("crumbs.notifications"),
    users: t("crumbs.users"),
  };
  return (
    <Page title={page?.title ?? t("nav.admin")}>
      <TabBar
        label={t("nav.admin")}
        tabs={TABS.map((tab) => ({ to: `/admin/${tab}`, label: words[tab] }))}
      />
      {page !== null && (
        <CustomerTabBar
          basePath={page.basePath}
          label={page.title ?? t("crumbs.new")}
          tabs={page.tabs}
        />
      )}
      <NotYet>{t("notYet.admin")}</NotYet>
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
