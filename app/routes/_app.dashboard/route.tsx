import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { canShowSlideshow, isPrivileged } from "~/domain/access/permissions";
import { maskFacility, maskMachine } from "~/domain/demo/masks";
import { PageFailure } from "~/components/layout/page-failure";
import { FleetDashboard } from "~/features/dashboard/fleet-dashboard";
import { loadFleetHistory } from "~/features/dashboard/load-fleet-history.server";
import { attentionOf, readAttention } from "~/features/dashboard/load-attention.server";
import { loadFleet } from "~/features/dashboard/load-fleet.server";
import { findDemo } from "~/http/demo-mode.server";
import { earlyOrLate } from "~/http/early-or-late.server";
import { requireUser } from "~/http/guards.server";
import { FleetDetails } from "./fleet-details";

export const handle = { titleKey: "dashboard.title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, user, deps } = await requireUser({ request, context });
  const [loaded, demo, toDo] = await Promise.all([
    loadFleet({ ...deps, actor }),
    findDemo(request, user),
    readAttention({ ...deps, actor }),
  ]);
  const fleet =
    demo === null
      ? loaded
      : {
          ...loaded,
          machines: loaded.machines.map((machine) => maskMachine(machine, demo.words)),
          facilities: loaded.facilities.map((facility) => maskFacility(facility, demo.words)),
        };
  const reachable = fleet.machines.filter((machine) => machine.reachable).map(({ id }) => id);
  const past = await earlyOrLate(loadFleetHistory(deps, reachable));
  return {
    fleet,
    past,
    attention: attentionOf(toDo, fleet.machines),
    hasFacilities: actor.role !== "user" || actor.facilityIds.length > 0,
    may: { showWall: canShowSlideshow(actor), complete: isPrivileged(actor) },
  };
}

export default function DashboardPage() {
  const { fleet, past, attention, hasFacilities, may } = useLoaderData<typeof loader>();
  return (
    <FleetDashboard fleet={fleet} past={past} hasFacilities={hasFacilities} showsWall={may.showWall}>
      <FleetDetails fleet={fleet} attention={attention} canComplete={may.complete} />
    </FleetDashboard>
  );
}

export const ErrorBoundary = PageFailure;
