import { useTranslation } from "react-i18next";
import { TabBar } from "~/components/layout/tab-bar";
import type { MachineTab } from "~/domain/machine-tabs";

type Props = { basePath: string; name: string; tabs: readonly { tab: MachineTab; locked: boolean }[] };

/** Changing the tab takes the place of the last one in the browser's history (spec 001). */
export function MachineTabBar({ basePath, name, tabs }: Props) {
  const { t } = useTranslation();
  return (
    <TabBar replace label={name} tabs={tabs.map(({ tab, locked }) => ({ to: `${basePath}/${tab}`, label: t(`crumbs.${tab}`), locked }))} />
  );
}
