import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { ErrorScreen } from "~/components/layout/error-screen";
import { Logo } from "~/components/layout/logo";
import { useRouteFailure } from "~/components/layout/use-route-failure";
import { KitControls } from "~/features/kit/kit-controls";
import { KitData } from "~/features/kit/kit-data";
import { getDeps } from "~/http/context.server";

/** The kit of the house: every component in every state. In local mode only; anywhere else it does not exist. */
export function loader({ context }: LoaderFunctionArgs) {
  if (getDeps(context).env.HELIOS_MODE !== "local") throw new Response("Not found", { status: 404 });
  return null;
}

export default function KitPage() {
  return (
    <main className="mx-auto max-w-[1600px] px-4 py-6 lg:px-6">
      <h1>
        <Logo />
      </h1>
      <KitData />
      <KitControls />
    </main>
  );
}

export function ErrorBoundary() {
  return <ErrorScreen kind={useRouteFailure()} />;
}
