import { useLocation, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { TabBar } from "#app/components/layout/tab-bar.tsx";
import type { CustomerTab } from "#app/domain/customer-tabs.ts";

export function CustomerTabBar({
  basePath,
  label,
  tabs,
}: {
  basePath: string;
  label: string;
  tabs: readonly CustomerTab[];
}) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const asked = useNavigation().location?.pathname ?? pathname;
  const words = (tab: CustomerTab) =>
    tab === "users" ? t("crumbs.manageUsers") : t(`crumbs.${tab}`);
  return (
    <TabBar
      label={label}
      tabs={tabs.map((tab) => ({
        to: `${basePath}/${tab}`,
        label: words(tab),
        // A customer's own address shows the details; what stands below it is another tab's.
        ...(tab === "details" && asked === basePath && { alsoAt: basePath }),
        // Reached from the list of people, and looked after by the same.
        ...(tab === "users" && { alsoAt: `${basePath}/service-accounts` }),
      }))}
    />
  );
}
