import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/index.ts";
import { canManageUsersOf } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";
import { facilityIdsOfUser, userColumns } from "#app/platform/access/user-record.server.ts";

/** A person whom the actor may see: themselves, or somebody they manage. Anybody else does not exist. */
export async function requirePerson(
  { db, actor }: { db: Db; actor: Actor },
  id: number,
): Promise<SignedInUser> {
  const row = await db
    .select({ ...userColumns, facilityIds: facilityIdsOfUser })
    .from(users)
    .where(eq(users.id, id))
    .get();
  if (!row || (id !== actor.userId && !canManageUsersOf(actor, row.customerId)))
    throw new AppError("not_found", { message: "There is no such user." });
  return { ...row, facilityIds: JSON.parse(row.facilityIds) as number[] };
}
