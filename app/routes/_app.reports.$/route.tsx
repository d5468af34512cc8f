import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useTranslation } from "react-i18next";
import { PageFailure } from "~/components/layout/page-failure";
import { Page } from "~/components/layout/page";
import { TabBar } from "~/components/layout/tab-bar";
import { NotYet } from "~/components/ui/not-yet";
import { requireUser } from "~/http/guards.server";

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
      <TabBar label={t("nav.reports")} tabs={TABS.map((tab) => ({ to: `/reports/${tab}`, label: t(`crumbs.${tab}`) }))} />
      <NotYet>{t("notYet.reports")}</NotYet>
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
