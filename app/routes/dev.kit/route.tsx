import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { ErrorScreen } from "#app/components/layout/error-screen.tsx";
import { Logo } from "#app/components/layout/logo.tsx";
import { useRouteFailure } from "#app/components/layout/use-route-failure.ts";
import { KitCharts } from "#app/features/kit/kit-charts.tsx";
import { KitControls } from "#app/features/kit/kit-controls.tsx";
import { KitData } from "#app/features/kit/kit-data.tsx";
import { KitIndex } from "#app/features/kit/kit-index.tsx";
import { KitTables } from "#app/features/kit/kit-tables.tsx";
import { KitForms } from "#app/features/kit/kit-forms.tsx";
import { KitSmallControls } from "#app/features/kit/kit-small-controls.tsx";
import { answerSampleForm } from "#app/features/kit/sample.page.server.ts";
import { keepTyped, readAgainUnlessLost } from "#app/kit/forms/keep-typed.ts";
import { refuseForeignForms } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { getDeps } from "#app/platform/context.server.ts";

/** The kit of the house: every component in every state. In local mode only; anywhere else it does not exist. */
export function loader({ context }: LoaderFunctionArgs) {
  requireLocal(context);
  return null;
}

/** Keeps nothing: for the states of forms. */
export async function action(args: ActionFunctionArgs) {
  requireLocal(args.context);
  refuseForeignForms(args);
  return answerSampleForm(await readForm(args.request));
}

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

function requireLocal(context: LoaderFunctionArgs["context"]): void {
  if (getDeps(context).env.HELIOS_MODE !== "local")
    throw new Response("Not found", { status: 404 });
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
      <KitCharts />
      <KitControls />
      <KitForms />
      <KitSmallControls />
    </main>
  );
}

export function ErrorBoundary() {
  return <ErrorScreen kind={useRouteFailure()} />;
}
