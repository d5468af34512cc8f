/**
 * Guards of a customer's pages, which stand under /customers and, for superusers, under /admin/customers. Remix runs
 * the loaders of layouts and pages side by side, and a caller may ask for one of them alone: each asks here for itself.
 */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { customerTabs, type CustomerTab } from "#app/domain/customer-tabs.ts";
import { canManageCustomers } from "#app/domain/access/permissions.ts";
import { parseRowId } from "#app/domain/row-id.ts";
import { listCustomers } from "#app/features/organizations/list-customers.server.ts";
import { listFacilities } from "#app/features/organizations/list-facilities.server.ts";
import { listUsers } from "#app/features/people/list-users.server.ts";
import { denyAccess, notFound, requireRole } from "./guards.server.ts";
import { oncePerRequest } from "./once-per-request.server.ts";

/** Whoever may look at customers at all; `base` is where the list of them stands. */
export async function requireCustomerArea(args: LoaderFunctionArgs) {
  return new URL(args.request.url).pathname.startsWith("/admin/")
    ? { ...(await requireRole(args, "superuser")), base: "/admin/customers" }
    : {
        ...(await requireRole(args, "superuser", "oem_superuser", "admin")),
        base: "/customers",
      };
}

/** Whoever may make a customer. */
export async function requireNewCustomer(args: LoaderFunctionArgs) {
  const signedIn = await requireCustomerArea(args);
  if (!canManageCustomers(signedIn.actor)) throw denyAccess(signedIn);
  return signedIn;
}

/** The customer of the address, if it is the person's to see. */
export async function requireCustomerPage(args: LoaderFunctionArgs) {
  const { actor, user, deps, base } = await requireCustomerArea(args);
  const customers = await oncePerRequest(args.context, "customers", () =>
    listCustomers({ ...deps, actor }),
  );
  const id = parseRowId(args.params["customerId"]);
  const customer = customers.find((each) => each.id === id);
  if (customer === undefined) throw notFound();
  return {
    actor,
    user,
    deps,
    customer,
    title: customer.name,
    basePath: `${base}/${customer.id}`,
    tabs: customerTabs(actor, customer.id),
  };
}

/** One tab of it, if the person has the tab. */
export async function requireCustomerTab(args: LoaderFunctionArgs, tab: CustomerTab) {
  const page = await requireCustomerPage(args);
  if (!page.tabs.includes(tab)) throw denyAccess(page);
  return page;
}

/** A facility of the customer; `crumbNames` names it in the way to the page. */
export async function requireCustomerFacility(args: LoaderFunctionArgs) {
  const page = await requireCustomerTab(args, "facilities");
  const { actor, deps, basePath, customer } = page;
  const id = parseRowId(args.params["facilityId"]);
  const facilities = await listFacilities({ ...deps, actor }, { customerId: customer.id });
  const facility = facilities.find((each) => each.id === id);
  if (facility === undefined) throw notFound();
  const path = `${basePath}/facilities/${facility.id}`;
  return { ...page, facility, crumbNames: { [path]: facility.name } };
}

/** One of the customer's people. */
export async function requireCustomerUser(args: LoaderFunctionArgs) {
  const page = await requireCustomerTab(args, "users");
  const { actor, deps, basePath, customer } = page;
  const id = parseRowId(args.params["userId"]);
  const people = await listUsers({ ...deps, actor }, customer.id);
  const person = people.find((each) => each.id === id);
  if (person === undefined) throw notFound();
  const name = `${person.firstName} ${person.lastName}`;
  return { ...page, person, crumbNames: { [`${basePath}/users/${person.id}`]: name } };
}
