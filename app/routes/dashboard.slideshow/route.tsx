import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { ErrorScreen } from "~/components/layout/error-screen";
import { useRouteFailure } from "~/components/layout/use-route-failure";
import { maskFacility, maskMachine } from "~/domain/demo/masks";
import { loadFleet } from "~/features/dashboard/load-fleet.server";
import { Slideshow } from "~/features/dashboard/slideshow-screen";
import { findDemo } from "~/http/demo-mode.server";
import { requireRole } from "~/http/guards.server";

export const handle = { titleKey: "slideshow.title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, user, deps } = await requireRole({ request, context }, "admin", "superuser", "oem_superuser");
  const [fleet, demo] = await Promise.all([loadFleet({ ...deps, actor }), findDemo(request, user)]);
  if (demo === null) return fleet;
  return {
    ...fleet,
    machines: fleet.machines.map((machine) => maskMachine(machine, demo.words)),
    facilities: fleet.facilities.map((facility) => maskFacility(facility, demo.words)),
  };
}

export default function SlideshowPage() {
  const { revalidate } = useRevalidator();
  return <Slideshow fleet={useLoaderData<typeof loader>()} onRefresh={revalidate} />;
}

export function ErrorBoundary() {
  return <ErrorScreen kind={useRouteFailure()} />;
}
