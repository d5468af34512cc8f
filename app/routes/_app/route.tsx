import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  Outlet,
  useLoaderData,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import { useEffect } from "react";
import { WithAreaTexts } from "#app/components/area-texts.tsx";
import { DocumentFailure } from "#app/components/layout/page-failure.tsx";
import { AppShell } from "#app/features/shell/app-shell.tsx";
import { frameOfNow } from "#app/features/shell/frame-of-now.ts";
import { hasFirstSteps } from "#app/features/first-steps/load-first-steps.server.ts";
import { AskedReport, ReportDowntime } from "#app/features/events/report-downtime.tsx";
import { readAgainAfterForms } from "#app/kit/forms/read-again.ts";
import type { ShellUser } from "#app/features/shell/shell-user.ts";
import { findCustomerLogo } from "#app/features/organizations/find-customer-logo.server.ts";
import { demoHeaders, demoOrder } from "#app/platform/demo-mode.server.ts";
import { hasCookieConsent } from "#app/platform/preferences.server.ts";
import { usageToken } from "#app/platform/usage-agent.ts";
import { requireUser } from "#app/pages/guards.server.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx, user } = await requireUser({ request, context });
  const order = demoOrder(request, user);
  const [found, isNew] = await Promise.all([findCustomerLogo(ctx, ctx.actor), hasFirstSteps(ctx)]);
  const shown: ShellUser = {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    role: user.role,
    customerId: user.customerId,
    termsAccepted: user.termsAcceptedAt !== null,
    ...found,
    hasFirstSteps: isNew,
    isCounted: usageToken(ctx.env) !== null && hasCookieConsent(request),
  };
  return data(
    { user: shown, nowMs: ctx.now, demoOrder: order },
    { headers: demoHeaders(request, order) },
  );
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  frameOfNow.read(() => serverLoader<typeof loader>());

/** Read beside the page, in a request of its own (clientLoader): few forms change the frame. What others change the live channel says. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  frameOfNow.isOutdated() ||
  (frameOfNow.mayBeChangedBy(args.formAction) && readAgainAfterForms(args));

/** A machine's frame stays while the words of another of its tabs come: its layout waits for those. */
const layoutPath = (pathname: string): string =>
  /^\/machines\/[^/]+(?=\/)/.exec(pathname)?.[0] ?? pathname;

export default function SignedInArea() {
  const frame = useLoaderData<typeof loader>();
  useEffect(() => frameOfNow.show(frame), [frame]);
  const { user, nowMs, demoOrder } = frame;
  return (
    <AppShell user={user} nowMs={nowMs} demoOrder={demoOrder} tools={<ReportDowntime />}>
      <WithAreaTexts placeOf={layoutPath}>
        <Outlet />
      </WithAreaTexts>
      <AskedReport />
    </AppShell>
  );
}

export const ErrorBoundary = DocumentFailure;
