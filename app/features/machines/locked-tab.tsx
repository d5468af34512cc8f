import { UpsellPanel } from "#app/components/ui/upsell-panel.tsx";
import type { TabLock } from "#app/domain/machine-tabs.ts";
import { useMachinePage } from "./machine-page.ts";

/** In place of a tab that the machine's service tier does not open. */
export function LockedTab({ lock }: { lock: TabLock }) {
  const { machine } = useMachinePage();
  return <UpsellPanel check={lock.check} needed={lock.needed} machine={machine} />;
}
