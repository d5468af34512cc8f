/** Making, changing and deleting other people's accounts. Superusers do it to everyone, admins to the people of their customer. */
import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { facilities, passwordTokens, userFacilities, users } from "#app/db/schema/index.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import { canManageUsersOf, isAdmin } from "#app/domain/access/permissions.ts";
import { SETUP_TOKEN_MS } from "#app/domain/access/session-lifetime.ts";
import type { Actor, Make, Role } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { parsePhone } from "#app/domain/phone.ts";
import type { Country } from "#app/domain/places.ts";
import type { Problem } from "#app/domain/problems.ts";
import { changeRow } from "#app/features/audit/change-row.server.ts";
import { hasChanged, writeAudit, type AuditDeps } from "#app/features/audit/write-audit.server.ts";
import { composeAccountSetup } from "#app/features/mail/account-mails.server.ts";
import { deliverSoon, writeMessage, type MailDeps } from "#app/features/mail/outbox.server.ts";
import { requireCustomer } from "#app/features/organizations/list-customers.server.ts";
import { isTaken } from "#app/platform/db-errors.ts";
import { emailChangeStatements, isEmailTaken } from "./change-email.server.ts";
import { endAccess, requireManagedUser } from "./manage-access.server.ts";
import { isNotLastSuperuser, lastSuperuser } from "./last-superuser.server.ts";
import type { NewPerson, PersonChanges } from "./person.ts";
import { requireUser } from "./require-user.server.ts";
import type { EndSockets } from "./sign-out.server.ts";
import { facilityIdsOfUser, userColumns, type SignedInUser } from "./user-record.server.ts";

export type PeopleDeps = AuditDeps &
  MailDeps & {
    actor: Actor;
    endSockets: EndSockets;
    accessChanged: (owner: { customerId: number | null; userId: number }) => void;
  };
type Person = typeof users.$inferSelect;

/** Everyone to superusers, to an admin the people of their customer; by name. */
export async function listPeople({ db, actor }: { db: Db; actor: Actor }): Promise<SignedInUser[]> {
  if (!isAdmin(actor)) throw new AppError("forbidden");
  const rows = await db
    .select({ ...userColumns, facilityIds: facilityIdsOfUser })
    .from(users)
    .where(actor.role === "superuser" ? undefined : eq(users.customerId, actor.customerId ?? 0))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id));
  return rows.map((row) => ({ ...row, facilityIds: JSON.parse(row.facilityIds) as number[] }));
}

/** Makes an account that nobody can sign in to yet, and mails a link of seven days to choose a password. */
export async function invitePerson(deps: PeopleDeps, input: NewPerson): Promise<SignedInUser> {
  const { db, now, actor } = deps;
  const customerId = actor.role === "admin" ? actor.customerId : input.customer_id;
  if (!isAdmin(actor) || !canManageUsersOf(actor, customerId)) throw new AppError("forbidden");
  const role = readRole(actor, input.role);
  const belongs = ofCustomer(role);
  if (actor.role === "admin" && input.customer_id !== null && input.customer_id !== customerId)
    throw invalid({ customer_id: { code: "forbidden" } });
  if (belongs !== (customerId !== null))
    throw invalid({ customer_id: { code: belongs ? "required" : "role_not_yours" } });
  const country = customerId === null ? null : (await requireCustomer(deps, customerId)).country;
  const row = {
    firstName: input.first_name,
    lastName: input.last_name,
    email: input.email,
    phone: readPhone(input.phone, country),
    role,
    customerId,
    make: readMake(role, input.make),
    notificationsEmail: input.notifications_email,
    locale: input.locale,
    status: "invited" as const,
    createdAt: now,
  };
  const facilityIds = await readFacilities(deps, customerId, input.facility_ids);
  if (await isEmailTaken(deps, row.email, 0)) throw emailTaken();
  const newId = sql<number>`(select id from users where email = ${row.email})`;
  const link = setupLink(deps, row);
  const [made, , , messages] = await db
    .batch([
      db.insert(users).values(row).returning({ id: users.id }),
      writeAudit(deps, {
        actor,
        action: "user.created",
        subject: { type: "user", id: newId },
        customerId,
        after: { ...told(row), facility_ids: facilityIds },
      }),
      db.insert(passwordTokens).values({ ...link.row, userId: newId as unknown as number }),
      link.message,
      ...facilityIds.map((facilityId) =>
        db.insert(userFacilities).values({ userId: newId as unknown as number, facilityId }),
      ),
    ])
    .catch(rethrowTaken);
  await deliverSoon(deps.jobs, messages);
  return requireUser(deps, made[0]!.id);
}

/** A new set-up link; the older one ends. Only for somebody who never chose a password. */
export async function inviteAgain(deps: PeopleDeps, id: number): Promise<{ id: number }> {
  const person = await requireManagedUser(deps, id);
  if (person.status !== "invited")
    throw new AppError("conflict", { message: "This account has a password already." });
  const link = setupLink(deps, person);
  const [, , , messages] = await deps.db.batch([
    deps.db
      .delete(passwordTokens)
      .where(and(eq(passwordTokens.userId, id), eq(passwordTokens.purpose, "setup"))),
    writeAudit(deps, {
      actor: deps.actor,
      action: "user.invited_again",
      subject: { type: "user", id },
      customerId: person.customerId,
    }),
    deps.db.insert(passwordTokens).values({ ...link.row, userId: id }),
    link.message,
  ]);
  await deliverSoon(deps.jobs, messages);
  return { id };
}

/**
 * Changes what is given of somebody's account. Access that is taken away (a role, facilities) is gone at once: pages and
 * calls read it anew each time, sockets are told. A new address of somebody who has a password waits for its link.
 */
export async function updatePerson(
  deps: PeopleDeps,
  id: number,
  input: PersonChanges,
): Promise<SignedInUser> {
  const { db, actor } = deps;
  const row = await requireManagedUser(deps, id);
  const { facilityIds: assigned } = await requireUser(deps, id);
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
    where: and(eq(users.role, row.role), role === row.role ? undefined : isNotLastSuperuser(row)),
    also: moved
      ? [
          db.delete(userFacilities).where(eq(userFacilities.userId, id)),
          ...facilityIds.map((facilityId) =>
            db.insert(userFacilities).values({ userId: id, facilityId }),
          ),
        ]
      : [],
  }).catch(rethrowTaken);
  if (changed.kind === "refused") throw await refusal(deps, row);
  if (asked) {
    const [messages] = await db.batch([
      asked.messages[0]!,
      ...asked.messages.slice(1),
      ...asked.changes,
    ]);
    await deliverSoon(deps.jobs, messages);
  }
  if (changed.kind === "changed") deps.accessChanged({ customerId: row.customerId, userId: id });
  return requireUser(deps, id);
}

/** The account and what is only theirs is gone; what they wrote stays, without a name. Sessions, tokens and sockets end at once. */
export async function deletePerson(deps: PeopleDeps, id: number): Promise<{ id: number }> {
  const row = await requireManagedUser(deps, id);
  if (id === deps.actor.userId) throw ownAccount();
  // Ends sockets by the sessions that there are, which the deletion takes with it.
  await endAccess(
    deps,
    row,
    { status: "disabled" },
    and(ne(users.status, "disabled"), isNotLastSuperuser(row)),
    writeAudit(deps, {
      actor: deps.actor,
      action: "user.deactivated",
      subject: { type: "user", id },
      customerId: row.customerId,
      before: { status: row.status },
      after: { status: "disabled" },
      mustChange: true,
    }),
    isNotLastSuperuser(row),
  );
  const deleting = deps.db.batch([
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
  return { id };
}

const told = ({
  firstName,
  lastName,
  email,
  role,
  customerId,
  make,
}: Omit<Person, "id"> | NewRow) => ({
  first_name: firstName,
  last_name: lastName,
  email,
  role,
  customer_id: customerId,
  make,
});
type NewRow = Pick<Person, "firstName" | "lastName" | "email" | "role" | "customerId" | "make">;

const ofCustomer = (role: Role): boolean => role === "user" || role === "admin";

/** Nothing was written although the account was found: it is gone, changed meanwhile, or the last superuser. */
async function refusal(deps: PeopleDeps, row: Person): Promise<AppError> {
  const { role } = await requireManagedUser(deps, row.id);
  return role === "superuser"
    ? lastSuperuser()
    : new AppError("conflict", { message: "Somebody else changed this account just now." });
}

function setupLink(deps: PeopleDeps, person: Pick<Person, "email" | "firstName" | "locale">) {
  const { db, now } = deps;
  const token = newToken();
  const row = {
    tokenHash: sha256Hex(token),
    purpose: "setup" as const,
    createdAt: now,
    expiresAt: now + SETUP_TOKEN_MS,
  };
  const mail = composeAccountSetup(deps, person, token);
  return { row, message: writeMessage(db, now, mail, `account_setup:${row.tokenHash}`) };
}

/** An admin gives the roles of a customer; nobody changes their own, and nobody goes between a customer and the provider. */
function refuseRole(actor: Actor, row: Person, role: Role): void {
  if (row.id === actor.userId) throw invalid({ role: { code: "own_account" } });
  readRole(actor, role);
  if (ofCustomer(role) !== ofCustomer(row.role))
    throw invalid({ role: { code: "role_not_yours" } });
}

function readRole(actor: Actor, role: Role): Role {
  if (actor.role !== "superuser" && !ofCustomer(role))
    throw invalid({ role: { code: "role_not_yours" } });
  return role;
}

function readMake(role: Role, make: Make | null): Make | null {
  if (role !== "oem_superuser") return null;
  if (make === null) throw invalid({ make: { code: "required" } });
  return make;
}

function readPhone(text: string | null, country: Country | null): string | null {
  const parsed = parsePhone(text ?? "", country);
  if (parsed.kind === "invalid") throw invalid({ phone: { code: "phone" } });
  return parsed.kind === "empty" ? null : parsed.phone;
}

/** Only the customer's own; another customer's facility is answered like one that does not exist. */
async function readFacilities(
  { db }: { db: Db },
  customerId: number | null,
  ids: readonly number[],
): Promise<number[]> {
  const wanted = [...new Set(ids)].sort((a, b) => a - b);
  if (wanted.length === 0) return [];
  const found = await db
    .select({ id: facilities.id })
    .from(facilities)
    .where(
      and(
        eq(facilities.customerId, customerId ?? 0),
        sql`${facilities.id} in (select value from json_each(${JSON.stringify(wanted)}))`,
      ),
    );
  if (found.length !== wanted.length)
    throw new AppError("not_found", {
      message: "There is no such facility.",
      fields: { facility_ids: [{ code: "facilities_of_customer" }] },
    });
  return wanted;
}

const invalid = (fields: Record<string, Problem>): AppError =>
  new AppError("validation_failed", {
    fields: Object.fromEntries(Object.entries(fields).map(([name, problem]) => [name, [problem]])),
  });
export const ownAccount = () =>
  new AppError("conflict", {
    message: "You can't do this to your own account.",
    problem: { code: "own_account" },
  });
const emailTaken = () => invalid({ email: { code: "email_taken" } });
function rethrowTaken(error: unknown): never {
  throw isTaken(error, "users.email") ? emailTaken() : error;
}
