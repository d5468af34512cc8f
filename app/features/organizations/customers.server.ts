/** Making, changing and deleting customers: superusers only (spec 002 §6). */
import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { onlyIf } from "#app/db/only-if.ts";
import { customers } from "#app/db/schema/index.ts";
import { canManageCustomers } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError, refusalOf } from "#app/domain/errors.ts";
import { toCamelKeys } from "#app/domain/json-view.ts";
import { MAX_CUSTOMERS } from "#app/domain/limits.ts";
import { zodProblems } from "#app/domain/problems.ts";
import type { AccessChanged } from "#app/platform/tell-access.server.ts";
import { changeRow } from "#app/features/audit/change-row.server.ts";
import { hasChanged, writeAudit, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import { addOnce, type Sent } from "#app/platform/add-once.server.ts";
import { isNullRefused } from "#app/platform/db-errors.ts";
import { customerSettings, customerView, type CustomerSettings } from "./customer.ts";
import { requireCustomer, type Customer } from "./list-customers.server.ts";

export type OrganizationDeps = AuditDeps & { actor: Actor };
type ToldDeps = OrganizationDeps & { accessChanged: AccessChanged };

export function requireOrganizer({ actor }: { actor: Actor }): void {
  if (!canManageCustomers(actor)) throw new AppError("forbidden");
}

export async function createCustomer(
  deps: ToldDeps & { sent?: Sent | undefined },
  settings: CustomerSettings,
): Promise<Customer> {
  requireOrganizer(deps);
  return addOnce(
    deps,
    (asSent) => addCustomer(deps, settings, asSent),
    (id) => requireCustomer(deps, id),
  );
}

async function addCustomer(
  deps: ToldDeps,
  settings: CustomerSettings,
  asSent: BatchItem<"sqlite">[],
): Promise<Customer> {
  const row = toCamelKeys(settings);
  const hasRoom = sql`(select count(*) from customers) < ${MAX_CUSTOMERS}`;
  const [[made]] = await deps.db
    .batch([
      deps.db
        .insert(customers)
        .values({ ...row, name: onlyIf(hasRoom, row.name), createdAt: deps.now })
        .returning(),
      writeAudit(deps, {
        actor: deps.actor,
        action: "customer.created",
        subject: { type: "customer", id: sql<number>`last_insert_rowid()` },
        customerId: sql<number>`last_insert_rowid()`,
        after: row,
      }),
      ...asSent,
    ])
    .catch((error: unknown) => {
      if (!isNullRefused(error, "customers.name")) throw error;
      throw new AppError("conflict", {
        message: `There are at most ${MAX_CUSTOMERS} customers; delete one first.`,
        problem: { code: "limit", most: MAX_CUSTOMERS },
      });
    });
  if (!made) throw new Error("the customer was not inserted");
  // It has no people yet: only the provider's see it.
  deps.accessChanged({ customerId: null, userId: 0, isSeen: true });
  return made;
}

/**
 * Changes what is given; what is left out stays, and the whole is checked with it. Open pages of the customer's people are
 * told: its logo stands on each.
 */
export async function updateCustomer(
  deps: ToldDeps,
  id: number,
  changes: Partial<CustomerSettings>,
): Promise<Customer> {
  requireOrganizer(deps);
  const row = await requireCustomer(deps, id);
  const whole = { ...customerView.toJson(row), ...changes };
  const checked = customerSettings.safeParse(whole, { error: zodProblems });
  if (!checked.success) throw refusalOf(checked.error.issues);
  const change = toCamelKeys(checked.data);
  const audit = { action: "customer.changed", customerId: id } as const;
  const { kind } = await changeRow(deps, { table: customers, row, change, audit });
  if (kind === "refused") throw noSuchCustomer();
  if (kind === "changed") deps.accessChanged({ customerId: id, userId: 0, isSeen: true });
  return { ...row, ...change };
}

/**
 * Deletes an empty customer; 409 names what is in it. A row that is added meanwhile keeps it. Its service accounts go with
 * it, and their sockets.
 */
export async function deleteCustomer(deps: ToldDeps, id: number): Promise<{ id: number }> {
  requireOrganizer(deps);
  const { name } = await requireCustomer(deps, id);
  const isEmpty = sql`not exists (select 1 from facilities where customer_id = ${id})
    and not exists (select 1 from users where customer_id = ${id})
    and not exists (select 1 from displays where customer_id = ${id})`;
  const deleting = deps.db.batch([
    deps.db.delete(customers).where(sql`${eq(customers.id, id)} and ${isEmpty}`),
    writeAudit(deps, {
      actor: deps.actor,
      action: "customer.deleted",
      subject: { type: "customer", id },
      customerId: id,
      before: { name },
      mustChange: true,
    }),
  ]);
  if (await hasChanged(deleting)) {
    deps.accessChanged({ customerId: id, userId: 0, isSeen: true });
    return { id };
  }
  await requireCustomer(deps, id);
  throw await notEmpty(deps, sql`customer_id = ${id}`, ["facilities", "users", "displays"]);
}

/** Of a thing that cannot be deleted: what is in it, such as "2 facilities, 5 people". */
export async function notEmpty(
  { db }: OrganizationDeps,
  where: ReturnType<typeof sql>,
  tables: (keyof typeof WORDS)[],
): Promise<AppError> {
  const counts = await Promise.all(
    tables.map(async (table) => {
      const row = await db.get<{ n: number }>(
        sql`select count(*) as n from ${sql.identifier(table)} where ${where}`,
      );
      return { table, n: row?.n ?? 0 };
    }),
  );
  const held = counts
    .filter(({ n }) => n > 0)
    .map(({ table, n }) => `${n} ${n === 1 ? ONE[WORDS[table]] : WORDS[table]}`);
  const count = (word: string) => counts.find(({ table }) => WORDS[table] === word)?.n ?? 0;
  return new AppError("conflict", {
    message: `It is not empty: ${held.join(", ")}.`,
    problem: {
      code: "not_empty",
      machines: count("machines"),
      facilities: count("facilities"),
      people: count("people"),
      displays: count("displays"),
    },
  });
}
const WORDS = {
  facilities: "facilities",
  users: "people",
  displays: "displays",
  devices: "machines",
  user_facilities: "people",
  display_facilities: "displays",
} as const;
const ONE = { facilities: "facility", people: "person", displays: "display", machines: "machine" };

const noSuchCustomer = () => new AppError("not_found", { message: "There is no such customer." });
