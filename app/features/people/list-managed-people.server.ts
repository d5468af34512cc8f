import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { customers, users } from "#app/db/schema/index.ts";
import { canManageUsersOf, isAdmin } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { byPersonsName } from "#app/domain/formats/by-name.ts";
import { requireCustomer } from "#app/features/organizations/list-customers.server.ts";
import type { ManagedPerson } from "./managed-person.ts";
import { facilityIdsOfUser } from "#app/platform/access/user-record.server.ts";

type Deps = { db: Db; now: number; actor: Actor };

/** The people of a customer, or (`customerId` null) everyone whom the actor manages; by name. */
export async function listManagedPeople(
  deps: Deps,
  customerId: number | null,
): Promise<ManagedPerson[]> {
  const { actor } = deps;
  if (!isAdmin(actor)) throw new AppError("forbidden");
  if (customerId !== null) {
    await requireCustomer(deps, customerId);
    if (!canManageUsersOf(actor, customerId)) throw new AppError("forbidden");
  }
  return readPeople(deps, customerId === null ? undefined : eq(users.customerId, customerId));
}

/** Somebody whom the actor manages, as lists show them; 404 for anybody else, 403 for who manages nobody. */
export async function requireManagedPerson(deps: Deps, id: number): Promise<ManagedPerson> {
  if (!isAdmin(deps.actor)) throw new AppError("forbidden");
  const [person] = await readPeople(deps, eq(users.id, id));
  if (!person) throw new AppError("not_found", { message: "There is no such user." });
  return person;
}

async function readPeople({ db, now, actor }: Deps, which: SQL | undefined) {
  const setupUntil = sql<number | null>`(select max(expires_at) from password_tokens
    where user_id = ${users.id} and purpose = 'setup' and used_at is null and expires_at > ${now})`;
  const facilityName = sql<string | null>`(select min(facilities.name) from user_facilities
    join facilities on facilities.id = user_facilities.facility_id
    where user_facilities.user_id = ${users.id} having count(*) = 1)`;
  const rows = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phone: users.phone,
      role: users.role,
      status: users.status,
      customerId: users.customerId,
      customerName: customers.name,
      make: users.make,
      facilityIds: facilityIdsOfUser,
      facilityName,
      resetPassword: users.resetPassword,
      lockedAt: users.lockedAt,
      setupUntil,
      notificationsEmail: users.notificationsEmail,
      locale: users.locale,
    })
    .from(users)
    .leftJoin(customers, eq(customers.id, users.customerId))
    .where(
      and(
        which,
        actor.role === "superuser" ? undefined : eq(users.customerId, actor.customerId ?? 0),
      ),
    )
    .orderBy(asc(users.id));
  return byPersonsName(rows).map((row) => {
    const facilityIds = JSON.parse(row.facilityIds) as number[];
    return { ...row, facilityIds, facilityId: facilityIds.length === 1 ? facilityIds[0]! : null };
  });
}
