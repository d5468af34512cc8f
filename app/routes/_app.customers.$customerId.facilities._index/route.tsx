import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { FacilityList } from "#app/features/organizations/facility-list.tsx";
import { facilityView } from "#app/features/organizations/facility.ts";
import { listFacilities } from "#app/features/organizations/list-facilities.server.ts";
import { requireCustomerTab } from "#app/features/organizations/customer.page.server.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { resolveOrDefer } from "#app/pages/resolve-or-defer.server.ts";

export const handle = { partKey: "crumbs.facilities" };

export async function loader(args: LoaderFunctionArgs) {
  const page = await requireCustomerTab(args, "facilities");
  const { ctx, customer, basePath, canChange } = page;
  const facilities = listFacilities(ctx, { customerId: customer.id }).then((rows) =>
    rows.map(facilityView.toJson),
  );
  return { facilities: await resolveOrDefer(facilities), basePath, canAdd: canChange };
}

export const shouldRevalidate = readAgainUnlessLost;

export default function CustomerFacilities() {
  return <FacilityList {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = PageFailure;
