import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { canManageCustomers } from "#app/domain/access/permissions.ts";
import { CustomerList } from "#app/features/organizations/customer-list.tsx";
import { customerView } from "#app/features/organizations/customer.ts";
import { listCustomers } from "#app/features/organizations/list-customers.server.ts";
import { requireCustomerArea } from "#app/features/organizations/customer.page.server.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { resolveOrDefer } from "#app/pages/resolve-or-defer.server.ts";

/** Providers see every customer; an admin their own. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, base } = await requireCustomerArea(args);
  if (ctx.actor.role === "admin") throw redirect(`${base}/${ctx.actor.customerId ?? ""}`);
  const customers = listCustomers(ctx).then((rows) => rows.map(customerView.toJson));
  return {
    customers: await resolveOrDefer(customers),
    base,
    canAdd: canManageCustomers(ctx.actor),
  };
}

export const shouldRevalidate = readAgainUnlessLost;

export default function CustomersPage() {
  return <CustomerList {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = PageFailure;
