import { and, eq, gt, isNull, ne, or } from "drizzle-orm";
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

/** Uses a link up. Of two that come at once only one gets true. */
export async function consumePasswordToken({ db, now }: Deps, id: number): Promise<boolean> {
  const rows = await db
    .update(passwordTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(passwordTokens.id, id),
        isNull(passwordTokens.usedAt),
        gt(passwordTokens.expiresAt, now),
      ),
    )
    .returning({ id: passwordTokens.id });
  return rows.length === 1;
}

export const deadLink = (): AppError =>
  new AppError("not_found", {
    message: "This link has expired or was already used. Ask for a new one.",
    fields: { link: ["has expired or was already used"] },
  });
