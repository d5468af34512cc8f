import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { TIER_FLAGS } from "#app/domain/access/permissions.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import { listServiceTiers } from "#app/features/organizations/list-service-tiers.server.ts";
import { TierTable } from "#app/features/organizations/tier-table.tsx";
import { requireCustomerTab } from "#app/features/organizations/customer.page.server.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";

export const handle = { partKey: "crumbs.serviceTiers" };

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, customer } = await requireCustomerTab(args, "serviceTiers");
  const [machines, tiers] = await Promise.all([
    listMachines(ctx, { customerId: customer.id }),
    listServiceTiers(ctx),
  ]);
  return {
    machines: machines.map(({ id, serialNumber, name, make, model, serviceTier }) => ({
      id,
      serialNumber,
      name,
      make,
      model,
      tierId: serviceTier?.id ?? null,
    })),
    tiers: tiers.map((tier) => ({
      id: tier.id,
      name: tier.name,
      permissions: TIER_FLAGS.filter((flag) => tier[flag]),
    })),
  };
}

export const shouldRevalidate = readAgainUnlessLost;

export default function CustomerServiceTiers() {
  return <TierTable {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = PageFailure;
