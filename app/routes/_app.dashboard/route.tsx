import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { canShowSlideshow, isPrivileged } from "#app/domain/access/permissions.ts";
import { loadWhenSeen } from "#app/components/load-later.tsx";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { FleetDashboard } from "#app/features/dashboard/fleet-dashboard.tsx";
import { loadFleetHistory } from "#app/features/dashboard/load-fleet-history.server.ts";
import { attentionOf, readAttention } from "#app/features/dashboard/load-attention.server.ts";
import { loadFleet } from "#app/features/dashboard/load-fleet.server.ts";
import { toMachineView } from "#app/features/dashboard/machine-view.ts";
import { isMachineOrder } from "#app/features/dashboard/need.ts";
import { hasNoMachines } from "#app/features/first-steps/load-first-steps.server.ts";
import { earlyOrLate } from "#app/pages/resolve-or-defer.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import {
  negotiateLocale,
  readMachineOrder,
  readMachineView,
} from "#app/platform/preferences.server.ts";
import "#app/features/dashboard/texts.ts";

const attentionPart = () => import("./fleet-attention.tsx");
const FleetAttention = loadWhenSeen(
  attentionPart,
  import.meta.env.SSR ? (await attentionPart()).default : null,
);
const charts = () => import("./fleet-charts.tsx");
const FleetCharts = loadWhenSeen(charts, import.meta.env.SSR ? (await charts()).default : null);
const details = () => import("./fleet-details.tsx");
const FleetDetails = loadWhenSeen(details, import.meta.env.SSR ? (await details()).default : null);

export const handle = { titleKey: "dashboard.title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, deps, user } = await requireUser({ request, context });
  const locale = await negotiateLocale(request, user.locale);
  const [fleet, toDo] = await Promise.all([
    loadFleet({ ...deps, actor }),
    readAttention({ ...deps, actor }, locale),
  ]);
  // Before the first machine there is nothing to show, and somebody who can change that.
  if (user.role === "superuser" && fleet.machines.length === 0 && (await hasNoMachines(deps)))
    throw redirect("/first_steps");
  const reachable = fleet.machines.filter((machine) => machine.reachable).map(({ id }) => id);
  const past = await earlyOrLate(loadFleetHistory(deps, reachable));
  const order = readMachineOrder(request);
  return {
    fleet,
    past,
    order: isMachineOrder(order) ? order : "need",
    view: toMachineView(readMachineView(request)),
    attention: attentionOf(toDo, fleet.machines, new URL(request.url).searchParams.get("all")),
    hasFacilities: actor.role !== "user" || actor.facilityIds.length > 0,
    may: { showWall: canShowSlideshow(actor), complete: isPrivileged(actor) },
  };
}

export default function DashboardPage() {
  const { fleet, past, order, view, attention, hasFacilities, may } =
    useLoaderData<typeof loader>();
  return (
    <FleetDashboard
      fleet={fleet}
      past={past}
      hasFacilities={hasFacilities}
      showsWall={may.showWall}
      counts={attention.counts}
      order={order}
      view={view}
      Charts={FleetCharts}
      attention={<FleetAttention fleet={fleet} attention={attention} canComplete={may.complete} />}
    >
      <FleetDetails fleet={fleet} firstId={attention.alarms.rows[0]?.deviceId} />
    </FleetDashboard>
  );
}

export const ErrorBoundary = PageFailure;
