import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { customers } from "#app/db/schema/index.ts";
import { customersInScope } from "#app/db/scopes.ts";
import { customerScope } from "#app/domain/access/scope.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { byName } from "#app/domain/formats/by-name.ts";

type Deps = { db: Db; actor: Actor };
export type Customer = typeof customers.$inferSelect;

/** The provider's staff see every customer, everyone else their own. By name. */
export async function listCustomers({ db, actor }: Deps): Promise<Customer[]> {
  const rows = await db
    .select()
    .from(customers)
    .where(customersInScope(customerScope(actor)))
    .orderBy(asc(customers.id));
  return byName(rows, ({ name }) => name);
}

/** One in the actor's scope; 404 for any other. */
export async function requireCustomer({ db, actor }: Deps, id: number): Promise<Customer> {
  const row = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), customersInScope(customerScope(actor))))
    .get();
  if (!row) throw new AppError("not_found", { message: "There is no such customer." });
  return row;
}
