import { useTranslation } from "react-i18next";
import { TabBar } from "#app/components/layout/tab-bar.tsx";
import type { MachineTab } from "#app/domain/machine-tabs.ts";

type Props = {
  basePath: string;
  name: string;
  tabs: readonly { tab: MachineTab; locked: boolean }[];
};

/** Changing the tab takes the place of the last one in the browser's history (spec 001). */
export function MachineTabBar({ basePath, name, tabs }: Props) {
  const { t } = useTranslation();
  return (
    <TabBar
      replace
      label={name}
      tabs={tabs.map(({ tab, locked }) => ({
        to: `${basePath}/${tab}`,
        label: t(`crumbs.${tab}`),
        locked,
      }))}
    />
  );
}
