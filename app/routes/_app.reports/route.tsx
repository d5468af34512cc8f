import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { TabBar } from "#app/components/layout/tab-bar.tsx";
import { readAgainAfterForms } from "#app/kit/forms/read-again.ts";
import { requireUser } from "#app/pages/guards.server.ts";

export const handle = { titleKey: "nav.reports" };

const TABS = ["measures", "maintenances", "events"] as const;

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return null;
}

/** It tells only that somebody is signed in, which the page inside of it asks too. */
export const shouldRevalidate = readAgainAfterForms;

export default function ReportsLayout() {
  const { t } = useTranslation();
  return (
    <Page title={t("nav.reports")}>
      <TabBar
        label={t("nav.reports")}
        tabs={TABS.map((tab) => ({ to: `/reports/${tab}`, label: t(`crumbs.${tab}`) }))}
      />
      <Outlet />
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
