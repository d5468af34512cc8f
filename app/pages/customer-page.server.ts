import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { canManageCustomers, canManageUsersOf } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { maskFacility } from "#app/domain/demo/masks.ts";
import { CUSTOMER_TABS, parseCustomerPath, type CustomerTab } from "#app/domain/customer-path.ts";
import { listCustomers } from "#app/features/organizations/list-customers.server.ts";
import { listFacilities } from "#app/features/organizations/list-facilities.server.ts";
import { listUsers } from "#app/features/people/list-users.server.ts";
import { findDemo, type Demo } from "#app/platform/demo-mode.server.ts";
import { denyAccess, type SignedIn } from "./guards.server.ts";

const notFound = () => redirect("/errors/error-404");

/** Details for whoever sees the customer; its facilities, people and tiers for those who manage them. */
const tabsOf = (actor: Actor, customer: number | "new"): CustomerTab[] =>
  customer !== "new" && canManageUsersOf(actor, customer) ? [...CUSTOMER_TABS] : ["details"];

/** A page below a customer: it exists for the person, and so does what its path names. `base` is where customers stand. */
export async function requireCustomerPage(
  { request }: LoaderFunctionArgs,
  { actor, user, deps }: SignedIn,
  base: string,
  rest: string,
) {
  const path = parseCustomerPath(rest);
  if (path === null) throw notFound();
  const demo = await findDemo(request, user);
  const tabs = tabsOf(actor, path.customer);
  const tab = path.kind === "tab" ? path.tab : path.kind === "facility" ? "facilities" : "users";
  if (path.customer === "new") {
    if (!canManageCustomers(actor)) throw denyAccess({ actor, deps });
    return { title: null, crumbNames: {}, basePath: `${base}/new`, tabs, kind: "details" as const };
  }
  const customer = (await listCustomers({ ...deps, actor })).find(({ id }) => id === path.customer);
  if (customer === undefined) throw notFound();
  if (!tabs.includes(tab)) throw denyAccess({ actor, deps });
  const basePath = `${base}/${customer.id}`;
  const title = demo?.words.customer(customer.id) ?? customer.name;
  const named = await nameOf(path, { deps, actor, demo });
  const crumbNames = {
    [basePath]: title,
    ...(named === null ? {} : { [`${basePath}/${tab}/${named.id}`]: named.name }),
  };
  return { title, crumbNames, basePath, tabs, kind: tab };
}

/** The facility or person that the path names; null when it names neither, or a new one. */
async function nameOf(
  path: NonNullable<ReturnType<typeof parseCustomerPath>>,
  { deps, actor, demo }: Pick<SignedIn, "deps" | "actor"> & { demo: Demo | null },
): Promise<{ id: number; name: string } | null> {
  if (path.kind === "facility" && path.facility !== "new") {
    const found = (await listFacilities({ ...deps, actor }, { customerId: path.customer })).find(
      ({ id }) => id === path.facility,
    );
    if (found === undefined) throw notFound();
    return {
      id: found.id,
      name: demo === null ? found.name : maskFacility(found, demo.words).name,
    };
  }
  if (path.kind === "user" && path.user !== "new") {
    const found = (await listUsers({ ...deps, actor }, path.customer)).find(
      ({ id }) => id === path.user,
    );
    if (found === undefined) throw notFound();
    return {
      id: found.id,
      name: demo === null ? `${found.firstName} ${found.lastName}` : demo.words.person(found.id),
    };
  }
  return null;
}
