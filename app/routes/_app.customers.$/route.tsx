import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireCustomerArea } from "#app/features/organizations/customer.page.server.ts";
import { notFound } from "#app/pages/guards.server.ts";

/** No page of a customer. */
export async function loader(args: LoaderFunctionArgs) {
  await requireCustomerArea(args);
  return notFound();
}
