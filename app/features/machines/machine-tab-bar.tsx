import { useTranslation } from "react-i18next";
import { TabBar } from "#app/components/layout/tab-bar.tsx";
import { UNCONFIGURED_TAB, type MachineTab } from "#app/domain/machine-tabs.ts";
import "./texts.ts";

type Props = {
  basePath: string;
  name: string;
  tabs: readonly { tab: MachineTab; locked: boolean }[];
  isConfigured: boolean;
  isOutOfService: boolean;
};

/** Changing the tab takes the place of the last one in the browser's history (spec 001). */
export function MachineTabBar({ basePath, name, tabs, isConfigured, isOutOfService }: Props) {
  const { t } = useTranslation();
  const needs = t(`machinePage.${isOutOfService ? "needsService" : "needsFacility"}`);
  return (
    <TabBar
      replace
      // Its one tab begins with it.
      saysReasons={isConfigured}
      label={name}
      tabs={tabs.map(({ tab, locked }) => ({
        to: `${basePath}/${tab}`,
        label: t(`crumbs.${tab}`),
        locked,
        offReason: isConfigured || tab === UNCONFIGURED_TAB ? undefined : needs,
      }))}
    />
  );
}
