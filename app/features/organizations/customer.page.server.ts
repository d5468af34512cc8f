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
import { denyAccess, notFound, requireRole } from "#app/pages/guards.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
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
  if (!canManageCustomers(signedIn.ctx.actor)) throw denyAccess(signedIn.ctx);
  return signedIn;
}

/** The customer of the address, if it is the person's to see. */
export async function requireCustomerPage(args: LoaderFunctionArgs) {
  const { ctx, user, base } = await requireCustomerArea(args);
  const customers = await oncePerRequest(args.context, "customers", () => listCustomers(ctx));
  const id = parseRowId(args.params["customerId"]);
  const customer = customers.find((each) => each.id === id);
  if (customer === undefined) throw notFound();
  return {
    user,
    ctx,
    customer,
    base,
    title: customer.name,
    basePath: `${base}/${customer.id}`,
    tabs: customerTabs(ctx.actor, customer.id),
    /** Only superusers change customers, facilities and tiers. */
    canChange: canManageCustomers(ctx.actor),
  };
}

/** One tab of it, if the person has the tab. */
export async function requireCustomerTab(args: LoaderFunctionArgs, tab: CustomerTab) {
  const page = await requireCustomerPage(args);
  if (!page.tabs.includes(tab)) throw denyAccess(page.ctx);
  return page;
}

/** A tab of it, for whoever may change what it shows. */
export async function requireCustomerChange(args: LoaderFunctionArgs, tab: CustomerTab) {
  const page = await requireCustomerTab(args, tab);
  if (!canManageCustomers(page.ctx.actor)) throw denyAccess(page.ctx);
  return page;
}

/** A facility of the customer; `crumbNames` names it in the way to the page. */
export async function requireCustomerFacility(args: LoaderFunctionArgs) {
  const page = await requireCustomerTab(args, "facilities");
  const { ctx, basePath, customer } = page;
  const id = parseRowId(args.params["facilityId"]);
  if (id === null) throw notFound();
  // One that is closed is in no list, and a superuser opens it again here.
  const facility = await requireFacility(ctx, id).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "not_found" ? notFound() : error;
  });
  if (facility.customerId !== customer.id) throw notFound();
  const path = `${basePath}/facilities/${facility.id}`;
  return { ...page, facility, crumbNames: { [path]: facility.name } };
}

/** One of the customer's people. */
export async function requireCustomerUser(args: LoaderFunctionArgs) {
  const page = await requireCustomerTab(args, "users");
  const person = await findPerson(page.ctx, args.params["userId"]);
  if (person.customerId !== page.customer.id) throw notFound();
  return { ...page, person, ...named(page.basePath, person) };
}

/** Anybody, in the admin area. */
export async function requireAnyUser(args: LoaderFunctionArgs) {
  const signedIn = await requireRole(args, "superuser");
  const person = await findPerson(signedIn.ctx, args.params["userId"]);
  return { ...signedIn, person, ...named("/admin", person) };
}

async function findPerson(ctx: ActorDeps, param: string | undefined) {
  const id = parseRowId(param);
  if (id === null) throw notFound();
  return requireManagedPerson(ctx, id).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "not_found" ? notFound() : error;
  });
}

/** What the page of a person is called, and the way to it. */
function named(base: string, { id, firstName, lastName }: ManagedPerson) {
  const title = `${firstName} ${lastName}`;
  return { title, crumbNames: { [`${base}/users/${id}`]: title } };
}
