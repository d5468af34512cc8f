import { eq, sql } from "drizzle-orm";
import { SETUP_TOKEN_MS } from "#app/domain/access/session-lifetime.ts";
import type { Db } from "#app/db/client.server.ts";
import { passwordTokens, serviceTiers, users } from "#app/db/schema/index.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import { DEMO_TIERS } from "./machines.ts";

/**
 * A database without demo data: the service tiers, and while there is no user the one-time link token of the first
 * superuser (7 days). Every start makes a fresh one in place of the last, so the one printed is the one that works.
 */
export async function seedEmpty(db: Db, { now }: { now: number }): Promise<string | null> {
  const [tiers, [people]] = await db.batch([
    db.select({ id: serviceTiers.id }).from(serviceTiers).limit(1),
    db.select({ count: sql<number>`count(*)` }).from(users),
  ]);
  if (tiers.length === 0) await db.insert(serviceTiers).values(DEMO_TIERS).onConflictDoNothing();
  if ((people?.count ?? 0) > 0) return null;

  const token = newToken();
  await db.batch([
    db.delete(passwordTokens).where(eq(passwordTokens.purpose, "first_superuser")),
    db.insert(passwordTokens).values({
      tokenHash: sha256Hex(token),
      userId: null,
      purpose: "first_superuser",
      createdAt: now,
      expiresAt: now + SETUP_TOKEN_MS,
    }),
  ]);
  return token;
}
