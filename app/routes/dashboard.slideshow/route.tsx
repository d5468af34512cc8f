import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { loadLater } from "#app/components/load-later.tsx";
import { DocumentFailure } from "#app/components/layout/page-failure.tsx";
import { loadWall } from "#app/features/dashboard/load-wall.server.ts";
import { Slideshow } from "#app/features/dashboard/slideshow-screen.tsx";
import { drawnWhole } from "#app/features/dashboard/whole-wall.ts";
import { findCustomerLogo } from "#app/features/organizations/find-customer-logo.server.ts";
import { HoldEarly } from "#app/features/shell/hold-early.tsx";
import { useMaskingSoon } from "#app/features/shell/use-masking-soon.ts";
import { readOrKeep, ShownData, useShown } from "#app/kit/states/shown-data.ts";
import { requireRole } from "#app/pages/guards.server.ts";
import { demoOrder } from "#app/platform/demo-mode.server.ts";
import "#app/features/displays/texts.ts";

export const handle = { titleKey: "slideshow.title" };

export const links = () => [drawnWhole];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const roles = ["admin", "superuser", "oem_superuser"] as const;
  const { ctx, user } = await requireRole({ request, context }, ...roles);
  const isDemo = demoOrder(request, user) !== null;
  const [fleet, { logo }] = await Promise.all([loadWall(ctx), findCustomerLogo(ctx, ctx.actor)]);
  return { ...fleet, logo: isDemo ? null : logo, isDemo };
}

/** Nobody stands before a wall to load it again; its values tell how old they are. */
const shown = new ShownData<Awaited<ReturnType<typeof loader>>>({ staysSignedOut: false });
export const clientLoader = readOrKeep(shown);

const OfflineNavigation = loadLater(() => import("#app/features/shell/offline-navigation.tsx"));

export default function SlideshowPage() {
  const { revalidate } = useRevalidator();
  const fleet = useLoaderData<typeof loader>();
  useShown(shown, fleet);
  const masksSoon = useMaskingSoon();
  return (
    // As dark while its names are hidden.
    <div className="theme-dark flex grow flex-col bg-page">
      <div className={masksSoon ? "invisible" : "contents"}>
        {/* Another mode is another wall: one keeps its slides, with their names, until it turns to the next. */}
        <Slideshow key={String(fleet.isDemo)} fleet={fleet} onRefresh={revalidate}>
          <OfflineNavigation meanwhile={<HoldEarly />} />
        </Slideshow>
      </div>
    </div>
  );
}

export const ErrorBoundary = DocumentFailure;
