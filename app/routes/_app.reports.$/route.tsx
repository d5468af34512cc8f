import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { TabBar } from "#app/components/layout/tab-bar.tsx";
import { NotYet } from "#app/components/ui/not-yet.tsx";
import { requireUser } from "#app/pages/guards.server.ts";

export const handle = { titleKey: "nav.reports" };

const TABS = ["measures", "maintenances", "events"] as const;

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  const tab = args.params["*"] ?? "";
  if (tab === "") throw redirect("/reports/measures");
  if (!TABS.some((known) => known === tab)) throw redirect("/errors/error-404");
  return null;
}

export default function ReportsPage() {
  const { t } = useTranslation();
  return (
    <Page title={t("nav.reports")}>
      <TabBar
        label={t("nav.reports")}
        tabs={TABS.map((tab) => ({ to: `/reports/${tab}`, label: t(`crumbs.${tab}`) }))}
      />
      <NotYet>{t("notYet.reports")}</NotYet>
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
