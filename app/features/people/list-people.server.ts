import { asc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/index.ts";
import { isAdmin } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { byPersonsName } from "#app/domain/formats/by-name.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";
import { facilityIdsOfUser, userColumns } from "#app/platform/access/user-record.server.ts";

/** Everyone to superusers, to an admin the people of their customer; by name. */
export async function listPeople({ db, actor }: { db: Db; actor: Actor }): Promise<SignedInUser[]> {
  if (!isAdmin(actor)) throw new AppError("forbidden");
  const rows = await db
    .select({ ...userColumns, facilityIds: facilityIdsOfUser })
    .from(users)
    .where(actor.role === "superuser" ? undefined : eq(users.customerId, actor.customerId ?? 0))
    .orderBy(asc(users.id));
  return byPersonsName(rows).map((row) => ({
    ...row,
    facilityIds: JSON.parse(row.facilityIds) as number[],
  }));
}
