import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { ServiceAccountsPanel } from "#app/features/people/service-accounts-panel.tsx";
import { answerServiceForm } from "#app/features/people/service-accounts.page.server.ts";
import { listServiceAccounts } from "#app/features/people/service-accounts.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireCustomerTab } from "#app/features/organizations/customer.page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import "#app/features/people/texts.ts";

export const handle = { titleKey: "services.title" };
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

/** For whoever manages the customer's people. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, user, customer, basePath } = await requireCustomerTab(args, "users");
  return {
    accounts: await listServiceAccounts(ctx, customer.id),
    peoplePath: `${basePath}/users`,
    ownZone: user.timeZone,
    nowMs: ctx.now,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, customer } = await requireCustomerTab(args, "users");
  return answerServiceForm(ctx, customer.id, await readForm(args.request));
}

export default function ServiceAccounts() {
  return <ServiceAccountsPanel {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = PageFailure;
