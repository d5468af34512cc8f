import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { ErrorScreen } from "#app/components/layout/error-screen.tsx";
import { useRouteFailure } from "#app/components/layout/use-route-failure.ts";
import { maskFacility, maskMachine } from "#app/domain/demo/masks.ts";
import { loadFleet } from "#app/features/dashboard/load-fleet.server.ts";
import { Slideshow } from "#app/features/dashboard/slideshow-screen.tsx";
import { findDemo } from "#app/platform/demo-mode.server.ts";
import { requireRole } from "#app/pages/guards.server.ts";
import "#app/features/dashboard/texts.ts";

export const handle = { titleKey: "slideshow.title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, user, deps } = await requireRole(
    { request, context },
    "admin",
    "superuser",
    "oem_superuser",
  );
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
