import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { onlyIf } from "#app/db/only-if.ts";
import { passwordTokens, userFacilities, users } from "#app/db/schema/index.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import { canManageUsersOf, isAdmin } from "#app/domain/access/permissions.ts";
import { SETUP_TOKEN_MS } from "#app/domain/access/session-lifetime.ts";
import { AppError } from "#app/domain/errors.ts";
import { MAX_PEOPLE_PER_CUSTOMER } from "#app/domain/limits.ts";
import { writeAudit } from "#app/platform/audit/write-audit.server.ts";
import { composeAccountSetup } from "#app/features/mail/account-mails.server.ts";
import { deliverSoon, findMessages, writeMessage } from "#app/features/mail/outbox.server.ts";
import { requireCustomer } from "#app/features/organizations/list-customers.server.ts";
import { isNullRefused } from "#app/platform/db-errors.ts";
import { isEmailTaken } from "./change-email.server.ts";
import { requireManagedUser, tellOfPerson } from "./manage-access.server.ts";
import type { NewPerson } from "./person.ts";
import { requirePerson } from "./require-person.server.ts";
import type { SignedInUser } from "#app/domain/access/signed-in-user.ts";
import {
  told,
  ofCustomer,
  readRole,
  readMake,
  readPhone,
  readFacilities,
  invalid,
  emailTaken,
  rethrowTaken,
  type PeopleDeps,
  type Person,
} from "./person-fields.server.ts";

/** Makes an account that nobody can sign in to yet, and mails a link of seven days to choose a password. */
export async function invitePerson(deps: PeopleDeps, input: NewPerson): Promise<SignedInUser> {
  const { db, actor } = deps;
  const customerId = actor.role === "admin" ? actor.customerId : input.customer_id;
  if (!isAdmin(actor) || !canManageUsersOf(actor, customerId)) throw new AppError("forbidden");
  const role = readRole(actor, input.role);
  const belongs = ofCustomer(role);
  if (actor.role === "admin" && input.customer_id !== null && input.customer_id !== customerId)
    throw invalid({ customer_id: { code: "forbidden" } });
  if (belongs !== (customerId !== null))
    throw invalid({ customer_id: { code: belongs ? "required" : "no_customer" } });
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
  };
  const facilityIds = await readFacilities(deps, customerId, input.facility_ids);
  if (await isEmailTaken(deps, row.email, 0)) throw emailTaken();
  const { statements, cause } = invitationOf(deps, { ...row, facilityIds });
  const [first, ...others] = statements;
  await db.batch([first!, ...others]).catch(rethrowInviting);
  // Nobody is signed in as them yet.
  tellOfPerson(deps, { id: 0, customerId });
  await deliverSoon(deps.jobs, await findMessages(db, [cause]));
  const made = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, row.email))
    .get();
  return requirePerson(deps, made?.id ?? 0);
}

export type Invitation = Pick<
  Person,
  | "firstName"
  | "lastName"
  | "email"
  | "phone"
  | "role"
  | "customerId"
  | "make"
  | "notificationsEmail"
  | "locale"
> & { facilityIds: readonly number[] };

/**
 * The statements that make an account and write its mail, for one batch; `cause`: by which the message is found. A customer
 * beyond its limit of people undoes the batch (`rethrowInviting`).
 */
export function invitationOf(deps: PeopleDeps, { facilityIds, ...person }: Invitation) {
  const { db, now, actor } = deps;
  const { email, customerId } = person;
  const newId = sql<number>`(select id from users where email = ${email})` as unknown as number;
  const held = sql`(select count(*) from users where customer_id = ${customerId})`;
  const hasRoom = customerId === null ? sql`1` : sql`${held} < ${MAX_PEOPLE_PER_CUSTOMER}`;
  const link = setupLink(deps, person);
  const statements: BatchItem<"sqlite">[] = [
    db.insert(users).values({
      ...person,
      ...{ email: onlyIf(hasRoom, email), status: "invited", createdAt: now },
    }),
    writeAudit(deps, {
      actor,
      action: "user.created",
      subject: { type: "user", id: newId },
      customerId,
      after: { ...told(person), facility_ids: facilityIds },
    }),
    db.insert(passwordTokens).values({ ...link.row, userId: newId }),
    link.message,
    ...facilityIds.map((facilityId) =>
      db.insert(userFacilities).values({ userId: newId, facilityId }),
    ),
  ];
  return { statements, cause: link.cause };
}

export function rethrowInviting(error: unknown): never {
  if (isNullRefused(error, "users.email"))
    throw new AppError("conflict", {
      message: `A customer has at most ${MAX_PEOPLE_PER_CUSTOMER} people.`,
      problem: { code: "limit", most: MAX_PEOPLE_PER_CUSTOMER },
    });
  return rethrowTaken(error);
}

/** A new set-up link; the older one ends. Only for somebody who never chose a password. */
export async function inviteAgain(deps: PeopleDeps, id: number): Promise<{ id: number }> {
  const person = await requireManagedUser(deps, id);
  if (person.status !== "invited")
    throw new AppError("conflict", {
      message: "This account has a password already.",
      problem: { code: "has_password" },
    });
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
  tellOfPerson(deps, person);
  await deliverSoon(deps.jobs, messages);
  return { id };
}

/** A link of seven days to choose the first password: its row, and the mail that brings it, found by `cause`. */
export function setupLink(
  deps: PeopleDeps,
  person: Pick<Person, "email" | "firstName" | "locale">,
) {
  const { db, now } = deps;
  const token = newToken();
  const row = {
    tokenHash: sha256Hex(token),
    purpose: "setup" as const,
    createdAt: now,
    expiresAt: now + SETUP_TOKEN_MS,
  };
  const mail = composeAccountSetup(deps, person, token);
  const cause = `account_setup:${row.tokenHash}`;
  return { row, cause, message: writeMessage(db, now, mail, cause) };
}
