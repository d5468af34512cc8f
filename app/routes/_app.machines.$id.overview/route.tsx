import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { loadWhenSeen } from "#app/components/load-when-seen.tsx";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { DAY_MS } from "#app/domain/durations.ts";
import { listEventRows } from "#app/features/events/list-event-rows.server.ts";
import { loadMachineHealth } from "#app/features/machines/load-machine-health.server.ts";
import { loadMachinePast } from "#app/features/machines/load-machine-past.server.ts";
import { MachineOverviewTab } from "#app/features/machines/machine-overview.tsx";
import { useMachinePage } from "#app/features/machines/machine-page.ts";
import { CARD_METRICS } from "#app/features/machines/value-cards.tsx";
import { listRecommendedMaintenances } from "#app/features/maintenance/list-recommended-maintenances.server.ts";
import { getDowntimePredictions } from "#app/features/predictions/get-downtime-predictions.server.ts";
import { lockOfTab, requireMachineTab } from "#app/features/machines/machine.page.server.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";
import { readBlock } from "#app/pages/read-block.server.ts";
import { resolveOrDefer } from "#app/pages/resolve-or-defer.server.ts";

const chart = () => import("./noted-chart.tsx");
const NotedChart = loadWhenSeen(chart, import.meta.env.SSR ? (await chart()).default : null);
const recentEvents = () => import("#app/features/events/recent-machine-events.tsx");
const RecentMachineEvents = loadWhenSeen(
  recentEvents,
  import.meta.env.SSR ? (await recentEvents()).default : null,
);

const maintenance = () => import("#app/features/maintenance/machine-maintenance.tsx");
const MachineMaintenance = loadWhenSeen(
  maintenance,
  import.meta.env.SSR ? (await maintenance()).default : null,
);

const EVENTS_MS = 7 * DAY_MS;
const MAINTENANCE_ROWS = 5;
const NONE = { content: null, failed: false } as const;

export async function loader(args: LoaderFunctionArgs) {
  const page = await requireMachineTab(args, "overview");
  const { ctx, machine } = page;
  const device = machine.id;
  const locale = await negotiateLocale(args.request, page.user.locale);
  const [eventsLock, maintenanceLock] = await Promise.all([
    lockOfTab(page, "events"),
    lockOfTab(page, "maintenance"),
  ]);
  const [latest, risk, health, past, maintenances, events] = await Promise.all([
    readBlock("newest values", ctx.recorder(device).latest([...CARD_METRICS])),
    readBlock(
      "downtime prediction",
      getDowntimePredictions(ctx, [String(device)]).then((told) => told[device] ?? null),
    ),
    resolveOrDefer(loadMachineHealth(ctx, device)),
    resolveOrDefer(loadMachinePast(ctx, device)),
    maintenanceLock === null
      ? readBlock(
          "recommended maintenances",
          listRecommendedMaintenances(ctx, { device, limit: MAINTENANCE_ROWS, locale }),
        )
      : NONE,
    eventsLock === null
      ? readBlock("events", listEventRows(ctx, { device, startMs: ctx.now - EVENTS_MS }))
      : NONE,
  ]);
  return {
    overview: { nowMs: ctx.now, latest: latest.content, risk: risk.content, health, past },
    maintenances: maintenances.content,
    maintenancesFailed: maintenances.failed,
    // Under this name demo mode knows what they are.
    events: events.content,
    eventsFailed: events.failed,
    eventsLock,
  };
}

export const shouldRevalidate = readAgainUnlessLost;

export default function OverviewTab() {
  const { overview, ...data } = useLoaderData<typeof loader>();
  const { machine, basePath } = useMachinePage();
  return (
    <MachineOverviewTab
      data={overview}
      Chart={NotedChart}
      maintenance={
        <MachineMaintenance
          rows={data.maintenances}
          failed={data.maintenancesFailed}
          basePath={basePath}
          nowMs={overview.nowMs}
        />
      }
      events={
        <RecentMachineEvents
          machine={machine}
          basePath={basePath}
          timezone={machine.facility?.timezone ?? "UTC"}
          lock={data.eventsLock}
          events={data.events}
          failed={data.eventsFailed}
        />
      }
    />
  );
}

export const ErrorBoundary = PageFailure;
