import { and, eq, sql } from "drizzle-orm";
import { passwordTokens, userFacilities, users } from "#app/db/schema/index.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import { canManageUsersOf, isAdmin } from "#app/domain/access/permissions.ts";
import { SETUP_TOKEN_MS } from "#app/domain/access/session-lifetime.ts";
import { AppError } from "#app/domain/errors.ts";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { composeAccountSetup } from "#app/features/mail/account-mails.server.ts";
import { deliverSoon, writeMessage } from "#app/features/mail/outbox.server.ts";
import { requireCustomer } from "#app/features/organizations/list-customers.server.ts";
import { isEmailTaken } from "./change-email.server.ts";
import { requireManagedUser } from "./manage-access.server.ts";
import type { NewPerson } from "./person.ts";
import { requireUser } from "./require-user.server.ts";
import type { SignedInUser } from "./user-record.server.ts";
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
  await deliverSoon(deps.jobs, messages);
  return { id };
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
