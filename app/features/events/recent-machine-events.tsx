import { useRevalidator } from "@remix-run/react";
import { FilePlus2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useIsOutOfService } from "#app/components/machine/use-out-of-service.ts";
import { askToReport } from "#app/components/report-asked.ts";
import { Button } from "#app/components/ui/button.tsx";
import { LockedButton } from "#app/components/ui/locked-button.tsx";
import { UpsellPanel } from "#app/components/ui/upsell-panel.tsx";
import type { TabLock } from "#app/domain/machine-tabs.ts";
import type { EventRow } from "./event-row.ts";
import { EventTable } from "./event-table.tsx";
import "#app/features/machines/texts.ts";
import "./texts.ts";

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

/** What was reported of a machine in the last 7 days, each one click from its event; and a report, one from its form; locked where the tier has no events. */
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
  const isOutOfService = useIsOutOfService();
  return (
    <section className="min-w-0">
      <header className="mb-2 flex min-h-8 items-center justify-between gap-3">
        <h2 className="text-sm font-semibold">{t("events.week")}</h2>
        {isOutOfService ? null : lock !== null ? (
          <LockedButton reason={t("upsell.notSupported")}>{t("events.report")}</LockedButton>
        ) : (
          <Button size="small" className="shrink-0" aria-haspopup="dialog" onClick={askToReport}>
            <FilePlus2 className="size-4 text-ink-faint" aria-hidden="true" />
            {t("events.report")}
          </Button>
        )}
      </header>
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
          empty={t("events.noneInWeek")}
          timezone={timezone}
          link={({ id }) => ({ to: `${basePath}/events?event_id=${id}` })}
        />
      )}
    </section>
  );
}
