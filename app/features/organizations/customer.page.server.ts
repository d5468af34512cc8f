/**
 * Guards of a customer's pages, which stand under /customers and, for superusers, under /admin/customers. Remix runs
 * the loaders of layouts and pages side by side, and a caller may ask for one of them alone: each asks here for itself.
 */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { customerTabs, type CustomerTab } from "#app/domain/customer-tabs.ts";
import { canManageCustomers } from "#app/domain/access/permissions.ts";
import { AppError } from "#app/domain/errors.ts";
import { parseRowId } from "#app/domain/row-id.ts";
import { listCustomers } from "./list-customers.server.ts";
import { requireFacility } from "./list-facilities.server.ts";
import { requireManagedPerson } from "#app/features/people/list-managed-people.server.ts";
import type { ManagedPerson } from "#app/features/people/managed-person.ts";
import { denyAccess, notFound, requireRole, type SignedIn } from "#app/pages/guards.server.ts";
import { oncePerRequest } from "#app/pages/once-per-request.server.ts";

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
    base,
    title: customer.name,
    basePath: `${base}/${customer.id}`,
    tabs: customerTabs(actor, customer.id),
    /** Only superusers change customers, facilities and tiers. */
    canChange: canManageCustomers(actor),
  };
}

/** One tab of it, if the person has the tab. */
export async function requireCustomerTab(args: LoaderFunctionArgs, tab: CustomerTab) {
  const page = await requireCustomerPage(args);
  if (!page.tabs.includes(tab)) throw denyAccess(page);
  return page;
}

/** A tab of it, for whoever may change what it shows. */
export async function requireCustomerChange(args: LoaderFunctionArgs, tab: CustomerTab) {
  const page = await requireCustomerTab(args, tab);
  if (!canManageCustomers(page.actor)) throw denyAccess(page);
  return page;
}

/** A facility of the customer; `crumbNames` names it in the way to the page. */
export async function requireCustomerFacility(args: LoaderFunctionArgs) {
  const page = await requireCustomerTab(args, "facilities");
  const { actor, deps, basePath, customer } = page;
  const id = parseRowId(args.params["facilityId"]);
  if (id === null) throw notFound();
  // One that is closed is in no list, and a superuser opens it again here.
  const facility = await requireFacility({ ...deps, actor }, id).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "not_found" ? notFound() : error;
  });
  if (facility.customerId !== customer.id) throw notFound();
  const path = `${basePath}/facilities/${facility.id}`;
  return { ...page, facility, crumbNames: { [path]: facility.name } };
}

/** One of the customer's people. */
export async function requireCustomerUser(args: LoaderFunctionArgs) {
  const page = await requireCustomerTab(args, "users");
  const person = await findPerson(page, args.params["userId"]);
  if (person.customerId !== page.customer.id) throw notFound();
  return { ...page, person, ...named(page.basePath, person) };
}

/** Anybody, in the admin area. */
export async function requireAnyUser(args: LoaderFunctionArgs) {
  const signedIn = await requireRole(args, "superuser");
  const person = await findPerson(signedIn, args.params["userId"]);
  return { ...signedIn, person, ...named("/admin", person) };
}

async function findPerson({ actor, deps }: SignedIn, param: string | undefined) {
  const id = parseRowId(param);
  if (id === null) throw notFound();
  return requireManagedPerson({ ...deps, actor }, id).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "not_found" ? notFound() : error;
  });
}

/** What the page of a person is called, and the way to it. */
function named(base: string, { id, firstName, lastName }: ManagedPerson) {
  const title = `${firstName} ${lastName}`;
  return { title, crumbNames: { [`${base}/users/${id}`]: title } };
}
