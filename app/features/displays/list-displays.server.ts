import { and, asc, eq, type SQL } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { customers, displays } from "#app/db/schema/index.ts";
import { requireDisplayManager } from "#app/domain/access/display.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import type { Display, ListedDisplay } from "./display.ts";
import { displayColumns, toDisplay } from "./display-record.server.ts";

type Deps = { db: Db; actor: Actor };

/** All for superusers, those of their customer for admins, those that show their make alone for OEM superusers. */
function ofActor({ role, customerId, make }: Actor): SQL | undefined {
  if (role === "superuser") return undefined;
  return role === "oem_superuser"
    ? eq(displays.make, make ?? ("" as "Sun"))
    : eq(displays.customerId, customerId ?? 0);
}

const select = (db: Db) =>
  db
    .select({ ...displayColumns, customerName: customers.name })
    .from(displays)
    .innerJoin(customers, eq(customers.id, displays.customerId));

/** The displays that the actor looks after, by customer and name. 403 for who looks after none. */
export async function listDisplays({ db, actor }: Deps): Promise<ListedDisplay[]> {
  requireDisplayManager(actor);
  const rows = await select(db)
    .where(ofActor(actor))
    .orderBy(asc(customers.name), asc(displays.name), asc(displays.id))
    .all();
  return rows.map(({ customerName, ...row }) => ({ ...toDisplay(row), customerName }));
}

export const noSuchDisplay = () =>
  new AppError("not_found", { message: "There is no such display." });

export async function requireDisplay({ db, actor }: Deps, id: number): Promise<Display> {
  requireDisplayManager(actor);
  const row = await select(db)
    .where(and(eq(displays.id, id), ofActor(actor)))
    .get();
  if (!row) throw noSuchDisplay();
  const { customerName: _name, ...display } = row;
  return toDisplay(display);
}
