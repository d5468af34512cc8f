import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { canShowSlideshow, isPrivileged } from "#app/domain/access/permissions.ts";
import { loadLater } from "#app/components/load-later.tsx";
import { loadWhenSeen } from "#app/components/load-when-seen.tsx";
import { withNotice } from "#app/components/part-notice.tsx";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { FleetDashboard } from "#app/features/dashboard/fleet-dashboard.tsx";
import { readDashboardChoice } from "#app/features/dashboard/dashboard-choice.server.ts";
import {
  attentionOf,
  readAttention,
  workLockOf,
} from "#app/features/dashboard/load-attention.server.ts";
import { findFleet } from "#app/features/dashboard/load-fleet.server.ts";
import { loadDashboard } from "#app/features/dashboard/load-dashboard.server.ts";
import { loadSnapshot } from "#app/features/dashboard/load-snapshot.server.ts";
import { hasNoMachines } from "#app/features/first-steps/load-first-steps.server.ts";
import { findFirstTier } from "#app/features/organizations/first-tier.server.ts";
import { resolveOrDefer } from "#app/pages/resolve-or-defer.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";
import { useShownFleet } from "#app/features/dashboard/use-large-fleet.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import type { HeardAlarms } from "./alarm-watch.tsx";
import "#app/features/dashboard/texts.ts";

const attentionPart = () => import("./fleet-attention.tsx");
const FleetAttention = loadWhenSeen(
  attentionPart,
  import.meta.env.SSR ? (await attentionPart()).default : null,
);
const AlarmWatch = loadLater(() => import("./alarm-watch.tsx"));
/** Wanted by a fleet that has more machines than cards. */
const WholeFleetReader = loadLater(() => import("#app/features/dashboard/whole-fleet-reader.tsx"));
const charts = () => import("./fleet-charts.tsx");
const FleetCharts = loadWhenSeen(
  charts,
  import.meta.env.SSR ? withNotice((await charts()).default) : null,
);
const details = () => import("./fleet-details.tsx");
const FleetDetails = loadWhenSeen(
  details,
  import.meta.env.SSR ? withNotice((await details()).default) : null,
);

export const handle = { titleKey: "dashboard.title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx, user } = await requireUser({ request, context });
  const locale = await negotiateLocale(request, user.locale);
  const [found, toDo, chosen, workTier] = await Promise.all([
    findFleet(ctx),
    readAttention(ctx, locale),
    readDashboardChoice(ctx),
    findFirstTier(ctx, "accessMaintenances"),
  ]);
  // Before the first machine there is nothing to show, and somebody who can change that.
  if (user.role === "superuser" && found.machines.length === 0 && (await hasNoMachines(ctx)))
    throw redirect("/first_steps");
  const { searchParams } = new URL(request.url);
  const attention = attentionOf(toDo, found.machines, {
    now: ctx.now,
    all: searchParams.get("all"),
  });
  const firstId = attention.alarms.rows[0]?.deviceId ?? found.machines[0]?.id;
  const [{ fleet, large, past }, snapshot] = await Promise.all([
    loadDashboard(ctx, found, attention.counts),
    loadSnapshot(ctx, firstId),
  ]);
  return {
    fleet,
    large,
    past: await resolveOrDefer(past),
    order: chosen.order ?? "need",
    view: chosen.view,
    attention,
    workLock: workLockOf(ctx.actor, found.machines, workTier),
    snapshot,
    hasFacilities: ctx.actor.role !== "user" || ctx.actor.facilityIds.length > 0,
    may: { showWall: canShowSlideshow(ctx.actor), complete: isPrivileged(ctx.actor) },
  };
}

export const shouldRevalidate = readAgainUnlessLost;

export default function DashboardPage() {
  const { past, order, view, attention, workLock, snapshot, hasFacilities, may, ...loaded } =
    useLoaderData<typeof loader>();
  const { fleet, large, onRead } = useShownFleet(loaded.fleet, loaded.large);
  const [heard, setHeard] = useState<HeardAlarms>();
  const { alarms, counts } = heard?.from === attention.alarms ? heard : attention;
  return (
    <FleetDashboard
      fleet={fleet}
      large={large}
      past={past}
      hasFacilities={hasFacilities}
      showsWall={may.showWall}
      counts={counts}
      order={order}
      view={view}
      Charts={FleetCharts}
      attention={
        <FleetAttention
          fleet={fleet}
          attention={attention}
          live={alarms}
          canComplete={may.complete}
          workLock={workLock}
        />
      }
    >
      {large !== null && (
        <WholeFleetReader fleet={loaded.fleet} first={large.first} onRead={onRead} />
      )}
      <AlarmWatch
        fleet={fleet}
        alarms={attention.alarms}
        counts={attention.counts}
        onHeard={setHeard}
      />
      <FleetDetails fleet={fleet} values={snapshot} firstId={attention.alarms.rows[0]?.deviceId} />
    </FleetDashboard>
  );
}

export const ErrorBoundary = PageFailure;
