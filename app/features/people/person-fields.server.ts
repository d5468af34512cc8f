/** What is given of somebody's account, checked against who gives it; shared by inviting, changing and deleting people. */
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { facilities, type users } from "#app/db/schema/index.ts";
import type { Actor, Make, Role } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { parsePhone } from "#app/domain/phone.ts";
import type { Country } from "#app/domain/places.ts";
import type { Problem } from "#app/domain/problems.ts";
import type { AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import type { MailDeps } from "#app/features/mail/outbox.server.ts";
import type { AccessChanged } from "#app/platform/tell-access.server.ts";
import { isTaken } from "#app/platform/db-errors.ts";
import { requireManagedUser } from "./manage-access.server.ts";
import { lastSuperuser } from "./last-superuser.server.ts";
import type { EndSockets } from "#app/domain/access/end-sockets.ts";

export type PeopleDeps = AuditDeps &
  MailDeps & {
    actor: Actor;
    endSockets: EndSockets;
    accessChanged: AccessChanged;
  };
export type Person = typeof users.$inferSelect;

export const told = ({
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

export const ofCustomer = (role: Role): boolean => role === "user" || role === "admin";

/** Nothing was written although the account was found: it is gone, changed meanwhile, or the last superuser. */
export async function refusal(deps: PeopleDeps, row: Person): Promise<AppError> {
  const { role } = await requireManagedUser(deps, row.id);
  return role === "superuser"
    ? lastSuperuser()
    : new AppError("conflict", {
        message: "Somebody else changed this account just now.",
        problem: { code: "changed_meanwhile" },
      });
}

/** An admin gives the roles of a customer; nobody changes their own, and nobody goes between a customer and the provider. */
export function refuseRole(actor: Actor, row: Person, role: Role): void {
  if (row.id === actor.userId) throw invalid({ role: { code: "own_access" } });
  readRole(actor, role);
  if (ofCustomer(role) !== ofCustomer(row.role))
    throw invalid({ role: { code: "role_not_yours" } });
}

export function readRole(actor: Actor, role: Role): Role {
  if (actor.role !== "superuser" && !ofCustomer(role))
    throw invalid({ role: { code: "role_not_yours" } });
  return role;
}

export function readMake(role: Role, make: Make | null): Make | null {
  if (role !== "oem_superuser") return null;
  if (make === null) throw invalid({ make: { code: "required" } });
  return make;
}

export function readPhone(text: string | null, country: Country | null): string | null {
  const parsed = parsePhone(text ?? "", country);
  if (parsed.kind === "invalid") throw invalid({ phone: { code: "phone" } });
  return parsed.kind === "empty" ? null : parsed.phone;
}

/** Only the customer's own; another customer's facility is answered like one that does not exist. */
export async function readFacilities(
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

export const invalid = (fields: Record<string, Problem>): AppError =>
  new AppError("validation_failed", {
    fields: Object.fromEntries(Object.entries(fields).map(([name, problem]) => [name, [problem]])),
  });
export const ownAccount = () =>
  new AppError("conflict", {
    message: "You can't do this to your own account.",
    problem: { code: "own_account" },
  });
export const emailTaken = () => invalid({ email: { code: "email_taken" } });
export function rethrowTaken(error: unknown): never {
  throw isTaken(error, "users.email") ? emailTaken() : error;
}
