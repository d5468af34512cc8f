import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { TabBar } from "#app/components/layout/tab-bar.tsx";
import { usePageTitle } from "#app/components/layout/use-page-title.ts";
import { readAgainAfterForms } from "#app/kit/forms/read-again.ts";
import { requireRole } from "#app/pages/guards.server.ts";

export const handle = { titleKey: "nav.admin" };

/** Around the superusers' pages; a customer's below it are those of /customers (remix.config.js). */
export async function loader(args: LoaderFunctionArgs) {
  await requireRole(args, "superuser");
  return null;
}

export const shouldRevalidate = readAgainAfterForms;

export default function AdminLayout() {
  const { t } = useTranslation();
  return (
    <Page title={usePageTitle()}>
      <TabBar
        label={t("nav.admin")}
        tabs={[
          { to: "/admin/customers", label: t("nav.customers") },
          { to: "/admin/notifications", label: t("crumbs.notifications") },
          { to: "/admin/users", label: t("crumbs.users") },
          { to: "/admin/parts_quotes", label: t("crumbs.parts_quotes") },
        ]}
      />
      <Outlet />
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
