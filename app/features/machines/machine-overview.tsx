import { useMemo, type ComponentProps, type ComponentType, type ReactNode } from "react";
import { Card } from "#app/components/layout/page.tsx";
import { useDeferred, type Deferred } from "#app/components/use-deferred.ts";
import { riskNow } from "#app/domain/prediction/risk-now.ts";
import type { DowntimePrediction } from "#app/domain/prediction/types.ts";
import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import { useIsCut, useMetric } from "#app/live/index.ts";
import { HealthPanel } from "./health-panel.tsx";
import type { MachineHealth } from "./load-machine-health.server.ts";
import type { MachinePast } from "./load-machine-past.server.ts";
import { useMachinePage } from "./machine-page.ts";
import type { SheetsChartProps } from "./sheets-chart.tsx";
import { toInitial } from "./to-initial.ts";
import { ValueCards } from "./value-cards.tsx";
import "./texts.ts";

export type OverviewData = {
  nowMs: number;
  /** null, here and of the risk: it could not be read. */
  latest: LatestValues | null;
  risk: DowntimePrediction | null;
  health: Deferred<MachineHealth>;
  past: Deferred<MachinePast>;
};

/** Is the machine well? Where not? Why? In this order. */
export function MachineOverviewTab({
  data,
  Chart,
  maintenance,
  events,
}: {
  data: OverviewData;
  Chart: ComponentType<SheetsChartProps>;
  maintenance: ReactNode;
  events: ReactNode;
}) {
  const { machine } = useMachinePage();
  const timezone = machine.facility?.timezone ?? "UTC";
  const { value: health, failed } = useDeferred(data.health);
  const { value: past, failed: isUnread } = useDeferred(data.past);
  return (
    <div className="grid gap-3">
      <ValueCards deviceId={machine.id} latest={data.latest} past={past} />
      {/* Two columns that each end where they end; on a phone one, with the past before the work. */}
      <div className="grid items-start gap-3 xl:grid-cols-[2fr_3fr] print:block print:space-y-3">
        <div className={COLUMN}>
          <div className="min-w-0 max-xl:order-1">
            <LiveHealth
              deviceId={machine.id}
              latest={data.latest}
              risk={data.risk}
              health={health}
              failed={failed}
            />
          </div>
          <div className="min-w-0 max-xl:order-3">{maintenance}</div>
        </div>
        <div className={COLUMN}>
          <div className="min-w-0 max-xl:order-2">
            <Card as="section" className="min-h-88 min-w-0 p-4">
              <Chart
                deviceId={machine.id}
                past={past}
                failed={isUnread}
                timezone={timezone}
                nowMs={data.nowMs}
              />
            </Card>
          </div>
          <div className="min-h-48 min-w-0 max-xl:order-4">{events}</div>
        </div>
      </div>
    </div>
  );
}

/** A part of its own, for it is drawn anew whenever the state comes. */
function LiveHealth({
  deviceId,
  latest,
  risk,
  ...shown
}: Omit<ComponentProps<typeof HealthPanel>, "isOld"> & {
  deviceId: number;
  latest: LatestValues | null;
}) {
  const initial = useMemo(() => toInitial(latest ?? {}, ["machine_state"]).machine_state, [latest]);
  const { value, stale } = useMetric(deviceId, "machine_state", initial);
  const isCut = useIsCut();
  return (
    <HealthPanel
      risk={risk && riskNow(risk, { value, stale }, isCut)}
      isOld={isCut || (value !== null && stale)}
      {...shown}
    />
  );
}

/** Paper breaks blocks well, and grids badly. */
const COLUMN = "contents xl:grid xl:min-w-0 xl:gap-3 print:block print:space-y-3";
