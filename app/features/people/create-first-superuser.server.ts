import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { onlyIf } from "#app/db/only-if.ts";
import { passwordTokens, users } from "#app/db/schema/index.ts";
import { hashPassword } from "#app/db/secrets.ts";
import { mailAddress, toComparedAddress } from "#app/domain/mail/address.ts";
import { AppError, type FieldErrors } from "#app/domain/errors.ts";
import { requiredLine } from "#app/domain/one-line.ts";
import { problemOf, zodProblems } from "#app/domain/problems.ts";
import { writeAudit } from "#app/platform/audit/write-audit.server.ts";
import { isNullRefused, isTaken } from "#app/platform/db-errors.ts";
import { openSession, type OpenedSession, type OpenSessionDeps } from "./open-session.server.ts";
import { deadLink, findPasswordToken, isStillUnused } from "./password-token.server.ts";
import { newPasswordErrors, wordsOf, type NewPassword } from "./set-password.server.ts";

/** Who the first superuser is; the schema of pages and /v1 has no say in what is stored. */
const whoSchema = z.object({
  email: mailAddress().transform(toComparedAddress),
  first_name: requiredLine(100),
  last_name: requiredLine(100),
});

export type FirstSuperuser = NewPassword & {
  token: string;
  email: string;
  firstName: string;
  lastName: string;
};

/** Makes the first superuser by the set-up link that the start printed; afterwards the link is dead and there is a user. */
export async function createFirstSuperuser(
  deps: OpenSessionDeps,
  input: FirstSuperuser,
): Promise<OpenedSession> {
  const { db, now } = deps;
  const link = await findPasswordToken(deps, input.token);
  if (link?.purpose !== "first_superuser") throw deadLink();
  const who = whoSchema.safeParse(
    { email: input.email, first_name: input.firstName, last_name: input.lastName },
    { error: zodProblems },
  );
  const fields: FieldErrors = { ...newPasswordErrors(input) };
  for (const { path, message } of who.error?.issues ?? [])
    (fields[String(path[0])] ??= []).push(problemOf(message));
  if (!who.success || Object.keys(fields).length > 0)
    throw new AppError("validation_failed", { message: wordsOf(fields), fields });
  const passwordHash = await hashPassword(input.password);
  const { email, first_name: firstName, last_name: lastName } = who.data;
  const role = onlyIf(isStillUnused(link.id, now), "superuser" as const);
  const creating = db.batch([
    db
      .insert(users)
      .values({ firstName, lastName, email, passwordHash, role, createdAt: now })
      .returning({ id: users.id }),
    writeAudit(deps, {
      actor: null,
      means: { kind: "link", id: null, name: null },
      action: "user.created",
      subject: { type: "user", id: sql<number>`last_insert_rowid()` },
      customerId: null,
      after: { email, role: "superuser", by: "the set-up link" },
    }),
    db.update(passwordTokens).set({ usedAt: now }).where(eq(passwordTokens.id, link.id)),
  ]);
  const [[user]] = await creating.catch(rethrowRefused);
  if (!user) throw new Error("the first superuser was not inserted");
  return openSession(deps, { userId: user.id, userAgent: input.userAgent ?? null });
}

function rethrowRefused(error: unknown): never {
  if (isNullRefused(error, "users.role")) throw deadLink();
  if (isTaken(error, "users.email"))
    throw new AppError("conflict", {
      message: "This address is taken already.",
      fields: { email: [{ code: "taken" }] },
    });
  throw error;
}
