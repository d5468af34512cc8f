import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { ErrorScreen } from "~/components/layout/error-screen";
import { useRouteFailure } from "~/components/layout/use-route-failure";
import { AppShell } from "~/features/shell/app-shell";
import { ReportDowntime } from "~/features/events/report-downtime";
import type { ShellUser } from "~/features/shell/shell-user";
import { findCustomerLogo } from "~/http/customer-logo.server";
import { demoHeaders, demoOrder } from "~/http/demo-mode.server";
import { requireUser } from "~/http/guards.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, user, deps } = await requireUser({ request, context });
  const order = demoOrder(request, user);
  const shown: ShellUser = {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    role: user.role,
    customerId: user.customerId,
    termsAccepted: user.termsAcceptedAt !== null,
    logo: await findCustomerLogo(deps, actor),
  };
  return data({ user: shown, nowMs: deps.now, demoOrder: order }, { headers: demoHeaders(request, order) });
}

/** The person does not change by looking at another page; only an answer to a form may change them. */
export const shouldRevalidate = ({ formMethod }: ShouldRevalidateFunctionArgs): boolean => formMethod !== undefined && formMethod !== "GET";

export default function SignedInArea() {
  const { user, nowMs, demoOrder } = useLoaderData<typeof loader>();
  return (
    <AppShell user={user} nowMs={nowMs} demoOrder={demoOrder} tools={<ReportDowntime />}>
      <Outlet />
    </AppShell>
  );
}

export function ErrorBoundary() {
  return <ErrorScreen kind={useRouteFailure()} />;
}
