import { and, eq } from "drizzle-orm";
import { passwordTokens, userFacilities, users } from "#app/db/schema/index.ts";
import { changeRow } from "#app/features/audit/change-row.server.ts";
import { deliverSoon, findMessages } from "#app/features/mail/outbox.server.ts";
import { requireCustomer } from "#app/features/organizations/list-customers.server.ts";
import { emailChangeStatements, isEmailTaken } from "./change-email.server.ts";
import { setupLink } from "./invite-person.server.ts";
import { requireManagedUser, tellOfPerson } from "./manage-access.server.ts";
import { isNotLastSuperuser } from "./last-superuser.server.ts";
import type { PersonChanges } from "./person.ts";
import { requirePerson } from "./require-person.server.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";
import {
  refusal,
  refuseRole,
  readMake,
  readPhone,
  readFacilities,
  emailTaken,
  rethrowTaken,
  type PeopleDeps,
} from "./person-fields.server.ts";

/**
 * Changes what is given of somebody's account. Access that is taken away (a role, facilities) is gone at once: pages and
 * calls read it anew each time, sockets are told. A new address of somebody who has a password waits for its link; somebody
 * who is only invited is invited anew at it, and the link that went to the old one ends.
 */
export async function updatePerson(
  deps: PeopleDeps,
  id: number,
  input: PersonChanges,
): Promise<SignedInUser> {
  const { db, actor } = deps;
  const row = await requireManagedUser(deps, id);
  const { facilityIds: assigned } = await requirePerson(deps, id);
  const role = input.role ?? row.role;
  if (role !== row.role) refuseRole(actor, row, role);
  const country =
    row.customerId === null ? null : (await requireCustomer(deps, row.customerId)).country;
  const newEmail = input.email !== undefined && input.email !== row.email ? input.email : null;
  if (newEmail !== null && (await isEmailTaken(deps, newEmail, id))) throw emailTaken();
  const phone = input.phone === undefined ? row.phone : readPhone(input.phone, country);
  const change = {
    firstName: input.first_name ?? row.firstName,
    lastName: input.last_name ?? row.lastName,
    phone,
    ...(phone === row.phone ? {} : { phoneVerifiedAt: null }),
    role,
    make: readMake(role, input.make === undefined ? row.make : input.make),
    notificationsEmail: input.notifications_email ?? row.notificationsEmail,
    locale: input.locale === undefined ? row.locale : input.locale,
    // Nobody has signed in with it yet: there is no old address to keep.
    ...(newEmail !== null && row.status === "invited" ? { email: newEmail } : {}),
  };
  const invitation =
    newEmail !== null && row.status === "invited"
      ? setupLink(deps, { ...change, email: newEmail })
      : null;
  const facilityIds =
    input.facility_ids === undefined
      ? assigned
      : await readFacilities(deps, row.customerId, input.facility_ids);
  const moved = JSON.stringify([...assigned].sort()) !== JSON.stringify([...facilityIds].sort());
  const asked =
    newEmail !== null && row.status !== "invited"
      ? emailChangeStatements(deps, row, newEmail)
      : null;
  const changed = await changeRow(deps, {
    table: users,
    row,
    change,
    audit: {
      action: "user.changed",
      ...(moved
        ? { more: { before: { facility_ids: assigned }, after: { facility_ids: facilityIds } } }
        : {}),
    },
    where: and(
      eq(users.role, row.role),
      role === row.role ? undefined : isNotLastSuperuser(row),
      invitation === null ? undefined : eq(users.status, "invited"),
    ),
    also: [
      ...(moved
        ? [
            db.delete(userFacilities).where(eq(userFacilities.userId, id)),
            ...facilityIds.map((facilityId) =>
              db.insert(userFacilities).values({ userId: id, facilityId }),
            ),
          ]
        : []),
      ...(invitation
        ? [
            db.delete(passwordTokens).where(eq(passwordTokens.userId, id)),
            db.insert(passwordTokens).values({ ...invitation.row, userId: id }),
            invitation.message,
          ]
        : []),
    ],
  }).catch(rethrowTaken);
  if (changed.kind === "refused") throw await refusal(deps, row);
  if (invitation) await deliverSoon(deps.jobs, await findMessages(db, [invitation.cause]));
  if (asked) {
    const [messages] = await db.batch([
      asked.messages[0]!,
      ...asked.messages.slice(1),
      ...asked.changes,
    ]);
    await deliverSoon(deps.jobs, messages);
  }
  if (changed.kind === "changed") tellOfPerson(deps, row);
  return requirePerson(deps, id);
}
