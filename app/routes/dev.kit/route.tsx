import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { ErrorScreen } from "#app/components/layout/error-screen.tsx";
import { Logo } from "#app/components/layout/logo.tsx";
import { useRouteFailure } from "#app/components/layout/use-route-failure.ts";
import { KitControls } from "#app/features/kit/kit-controls.tsx";
import { KitData } from "#app/features/kit/kit-data.tsx";
import { KitIndex } from "#app/features/kit/kit-index.tsx";
import { KitTables } from "#app/features/kit/kit-tables.tsx";
import { getDeps } from "#app/platform/context.server.ts";

/** The kit of the house: every component in every state. In local mode only; anywhere else it does not exist. */
export function loader({ context }: LoaderFunctionArgs) {
  if (getDeps(context).env.HELIOS_MODE !== "local")
    throw new Response("Not found", { status: 404 });
  return null;
}

export default function KitPage() {
  return (
    <main className="mx-auto max-w-[1600px] px-4 py-6 lg:px-6">
      <h1>
        <Logo />
      </h1>
      <KitIndex />
      <KitTables />
      <KitData />
      <KitControls />
    </main>
  );
}

export function ErrorBoundary() {
  return <ErrorScreen kind={useRouteFailure()} />;
}
