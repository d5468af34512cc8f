import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { DAY_MS } from "#app/domain/durations.ts";
import { listEventRows } from "#app/features/events/list-event-rows.server.ts";
import { loadMachineHealth } from "#app/features/machines/load-machine-health.server.ts";
import { loadMachinePast } from "#app/features/machines/load-machine-past.server.ts";
import { MachineOverviewTab } from "#app/features/machines/machine-overview.tsx";
import { CARD_METRICS } from "#app/features/machines/value-cards.tsx";
import { listRecommendedMaintenances } from "#app/features/maintenance/list-recommended-maintenances.server.ts";
import { getDowntimePredictions } from "#app/features/predictions/get-downtime-predictions.server.ts";
import { lockOfTab, requireMachineTab } from "#app/pages/machine-page.server.ts";
import { readBlock } from "#app/pages/read-block.server.ts";
import { earlyOrLate } from "#app/pages/resolve-or-defer.server.ts";

const EVENTS_MS = 7 * DAY_MS;
const MAINTENANCE_ROWS = 5;
const NONE = { content: null, failed: false } as const;

export async function loader(args: LoaderFunctionArgs) {
  const page = await requireMachineTab(args, "overview");
  const { actor, machine } = page;
  const deps = { ...page.deps, actor };
  const device = machine.id;
  const [eventsLock, maintenanceLock] = await Promise.all([
    lockOfTab(page, "events"),
    lockOfTab(page, "maintenance"),
  ]);
  const [latest, risk, health, past, maintenances, events] = await Promise.all([
    deps.recorder(device).latest([...CARD_METRICS]),
    readBlock(
      "downtime prediction",
      getDowntimePredictions(deps, [String(device)]).then((told) => told[device] ?? null),
    ),
    earlyOrLate(loadMachineHealth(deps, device)),
    earlyOrLate(loadMachinePast(deps, device)),
    maintenanceLock === null
      ? readBlock(
          "recommended maintenances",
          listRecommendedMaintenances(deps, { device, limit: MAINTENANCE_ROWS }),
        )
      : NONE,
    eventsLock === null
      ? readBlock("events", listEventRows(deps, { device, startMs: deps.now - EVENTS_MS }))
      : NONE,
  ]);
  return { nowMs: deps.now, latest, risk, health, past, maintenances, events, eventsLock };
}

export default function OverviewTab() {
  return <MachineOverviewTab data={useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = PageFailure;
