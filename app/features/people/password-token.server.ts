import { and, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { passwordTokens, users } from "#app/db/schema/index.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import { AppError } from "#app/domain/errors.ts";

type Deps = { db: Db; now: number };
export type PasswordToken = {
  id: number;
  purpose: "reset" | "setup" | "first_superuser";
  userId: number | null;
  email: string | null;
};

/** The link of a token that still works, or null: unknown, used, expired, or of a disabled account. Whom it is for decides the form. */
export async function findPasswordToken(
  { db, now }: Deps,
  token: string,
): Promise<PasswordToken | null> {
  const row = await db
    .select({
      id: passwordTokens.id,
      purpose: passwordTokens.purpose,
      userId: passwordTokens.userId,
      email: users.email,
    })
    .from(passwordTokens)
    .leftJoin(users, eq(users.id, passwordTokens.userId))
    .where(
      and(
        eq(passwordTokens.tokenHash, sha256Hex(token)),
        isNull(passwordTokens.usedAt),
        gt(passwordTokens.expiresAt, now),
        or(isNull(users.id), ne(users.status, "disabled")),
      ),
    )
    .get();
  return row ?? null;
}

/** For the statement that uses a link up: of two that come at once only one finds it so. */
export const isStillUnused = (id: number, now: number) =>
  sql`exists (select 1 from password_tokens link where link.id = ${id} and link.used_at is null and link.expires_at > ${now})`;

export const deadLink = (): AppError =>
  new AppError("not_found", {
    message: "This link has expired or was already used. Ask for a new one.",
    fields: { link: [{ code: "link_used" }] },
  });
