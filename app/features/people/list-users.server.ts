import { asc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/index.ts";
import { canManageUsersOf } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { byPersonsName } from "#app/domain/formats/by-name.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";
import { facilityIdsOfUser, userColumns } from "#app/platform/access/user-record.server.ts";
import { requireCustomer } from "#app/features/organizations/list-customers.server.ts";

/** The people of a customer by name: for superusers, and for the admins of that customer. */
export async function listUsers(
  { db, actor }: { db: Db; actor: Actor },
  customerId: number,
): Promise<SignedInUser[]> {
  await requireCustomer({ db, actor }, customerId);
  if (!canManageUsersOf(actor, customerId)) throw new AppError("forbidden");
  const rows = await db
    .select({ ...userColumns, facilityIds: facilityIdsOfUser })
    .from(users)
    .where(eq(users.customerId, customerId))
    .orderBy(asc(users.id));
  return byPersonsName(rows).map((row) => ({
    ...row,
    facilityIds: JSON.parse(row.facilityIds) as number[],
  }));
}
