import { useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/components/layout/page.tsx";
import { StateStrip, UnreadStrip } from "#app/components/machine/state-strip.tsx";
import { UpsellPanel } from "#app/components/ui/upsell-panel.tsx";
import { usePast, type Past } from "#app/components/use-past.ts";
import { toStateSpans } from "#app/domain/metrics/state-strip.ts";
import type { TabLock } from "#app/domain/machine-tabs.ts";
import type { DowntimePrediction } from "#app/domain/prediction/types.ts";
import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import type { MaintenanceRow } from "#app/features/dashboard/fleet-types.ts";
import type { EventRow } from "#app/features/events/event-row.ts";
import { EventTable } from "#app/features/events/event-table.tsx";
import { HealthPanel } from "./health-panel.tsx";
import type { MachineHealth } from "./load-machine-health.server.ts";
import type { MachinePast } from "./load-machine-past.server.ts";
import { MachineMaintenance } from "./machine-maintenance.tsx";
import { useMachinePage } from "./machine-page.ts";
import { SheetsChart } from "./sheets-chart.tsx";
import { ValueCards } from "./value-cards.tsx";
import "./texts.ts";

const STRIP_MS = 8 * 3_600_000;

type Read<T> = { content: T | null; failed: boolean };
export type OverviewData = {
  nowMs: number;
  latest: LatestValues;
  risk: Read<DowntimePrediction | null>;
  health: Past<MachineHealth>;
  past: Past<MachinePast>;
  maintenances: Read<MaintenanceRow[]>;
  events: Read<EventRow[]>;
  /** What the machine's tier does not open, and what would. */
  eventsLock: TabLock | null;
};

/** Is the machine well? Where not? Why? In this order. */
export function MachineOverviewTab({ data }: { data: OverviewData }) {
  const { machine, basePath } = useMachinePage();
  const timezone = machine.facility?.timezone ?? "UTC";
  const { past: health, failed } = usePast(data.health);
  return (
    <div className="grid gap-3">
      <ValueCards deviceId={machine.id} latest={data.latest} health={health} />
      <div className="grid items-start gap-3 xl:grid-cols-[2fr_3fr]">
        <HealthPanel risk={data.risk.content} health={health} failed={failed} />
        <PastPanel data={data} deviceId={machine.id} timezone={timezone} />
      </div>
      <div className="grid items-start gap-3 xl:grid-cols-[2fr_3fr]">
        <MachineMaintenance
          rows={data.maintenances.content}
          failed={data.maintenances.failed}
          basePath={basePath}
          nowMs={data.nowMs}
        />
        <RecentEvents data={data} timezone={timezone} />
      </div>
    </div>
  );
}

type PartProps = { data: OverviewData; timezone: string };

/** Eight hours of states and four of sheets. */
function PastPanel({ data, deviceId, timezone }: PartProps & { deviceId: number }) {
  const { t } = useTranslation();
  const { past: known, failed } = usePast(data.past);
  return (
    <Card as="section" className="min-w-0 p-4">
      <SheetsChart
        deviceId={deviceId}
        past={known}
        failed={failed}
        timezone={timezone}
        nowMs={data.nowMs}
      />
      <p className="eyebrow mt-3 mb-1.5">{t("machine.stateStrip")}</p>
      {known === null ? (
        failed ? (
          <UnreadStrip className="h-3" />
        ) : (
          <div className="skeleton h-3" />
        )
      ) : (
        <StateStrip
          spans={toStateSpans(known.states, data.nowMs - STRIP_MS, data.nowMs)}
          className="block h-3 w-full"
        />
      )}
      <p className="mt-1 flex justify-between text-xs text-ink-faint" aria-hidden="true">
        <span>{t("machine.stripAge")}</span>
        <span>{t("machine.stripNow")}</span>
      </p>
    </Card>
  );
}

function RecentEvents({ data, timezone }: PartProps) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const { machine, basePath } = useMachinePage();
  const { eventsLock: lock, events } = data;
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-sm font-semibold">{t("machinePage.events")}</h2>
      {lock !== null ? (
        <UpsellPanel check={lock.check} needed={lock.needed} machine={machine} />
      ) : (
        <EventTable
          plain
          prefix="events."
          size={5}
          rows={events.content ?? []}
          failed={events.failed}
          onRetry={revalidate}
          empty={t("machinePage.noEvents")}
          timezone={timezone}
          link={({ id }) => ({ to: `${basePath}/events?event_id=${id}` })}
        />
      )}
    </section>
  );
}
