import { and, eq } from "drizzle-orm";
import { users } from "#app/db/schema/index.ts";
import { hasChanged, writeAudit } from "#app/platform/audit/write-audit.server.ts";
import {
  closeSockets,
  endSignIns,
  requireManagedUser,
  tellOfPerson,
} from "./manage-access.server.ts";
import { isNotLastSuperuser } from "./last-superuser.server.ts";
import { told, refusal, ownAccount, type PeopleDeps } from "./person-fields.server.ts";

/** The account and what is only theirs is gone; what they wrote stays, without a name. Sessions, tokens and sockets end at once. */
export async function deletePerson(deps: PeopleDeps, id: number): Promise<{ id: number }> {
  const row = await requireManagedUser(deps, id);
  if (id === deps.actor.userId) throw ownAccount();
  const deleting = deps.db.batch([
    // The deletion takes sessions and tokens with it; their sockets are found by them.
    ...endSignIns(deps, id),
    deps.db.delete(users).where(and(eq(users.id, id), isNotLastSuperuser(row))),
    writeAudit(deps, {
      actor: deps.actor,
      action: "user.deleted",
      subject: { type: "user", id },
      customerId: row.customerId,
      before: told(row),
      mustChange: true,
    }),
  ]);
  if (!(await hasChanged(deleting))) throw await refusal(deps, row);
  const [ended, revoked] = await deleting;
  await closeSockets(deps, row, [ended, revoked]);
  tellOfPerson(deps, row);
  return { id };
}
