import { useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { UpsellPanel } from "#app/components/ui/upsell-panel.tsx";
import type { TabLock } from "#app/domain/machine-tabs.ts";
import type { EventRow } from "./event-row.ts";
import { EventTable } from "./event-table.tsx";
import "#app/features/machines/texts.ts";

const ROWS = 5;
const NONE: readonly EventRow[] = [];

type Props = {
  machine: { name: string; serviceTier: { name: string } | null };
  basePath: string;
  timezone: string;
  /** What the machine's tier would have to open; then there are no events. */
  lock: TabLock | null;
  events: readonly EventRow[] | null;
  failed: boolean;
};

/** What was reported of a machine in the last 7 days, each one click from its event. */
export default function RecentMachineEvents({
  machine,
  basePath,
  timezone,
  lock,
  events,
  failed,
}: Props) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-sm font-semibold">{t("machinePage.events")}</h2>
      {lock !== null ? (
        <UpsellPanel check={lock.check} needed={lock.needed} machine={machine} />
      ) : (
        <EventTable
          plain
          prefix="events."
          size={ROWS}
          rows={events ?? NONE}
          failed={failed}
          onRetry={revalidate}
          empty={t("machinePage.noEvents")}
          timezone={timezone}
          link={({ id }) => ({ to: `${basePath}/events?event_id=${id}` })}
        />
      )}
    </section>
  );
}
