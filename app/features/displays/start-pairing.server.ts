import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { displayPairings } from "#app/db/schema/index.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import {
  CODE_ALPHABET,
  CODE_LENGTH,
  CODE_MS,
  DISPLAY_TOKEN_PREFIX,
  isDisplayToken,
  PAIRINGS_PER_ADDRESS,
} from "#app/domain/access/display.ts";
import { networkOf } from "#app/domain/access/limits.ts";
import { AppError } from "#app/domain/errors.ts";
import { takeFromLimit } from "#app/platform/rate-limit.server.ts";
import { sign } from "#app/platform/link-secret.server.ts";

type Deps = { db: Db; now: number; address: string | null; linkSecret: () => Promise<string> };

/** `code`: told here and never again. `token`: what the screen waits with; once paired it is worth the display's own, once. */
export type Pairing = { code: string; token: string; expiresAt: number };

export const hashPairingCode = (secret: string, code: string): string =>
  sign(secret, "display-code", code);

const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join(
    "",
  );
/** Two screens with one code would be one too many; of 64 million the second draw is free. */
const DRAWS = 3;

/** A new code for a screen. The token that it has been waiting with stays, so that a code entered this moment is not lost. */
export async function startPairing(deps: Deps, waitingToken: string | null): Promise<Pairing> {
  const { db, now, address } = deps;
  // Where the edge vouches for no address there is one machine, and everybody is one caller.
  const wait = await takeFromLimit(deps, PAIRINGS_PER_ADDRESS, networkOf(address ?? ""));
  if (wait !== null)
    throw new AppError("too_many_requests", {
      message: "Too many screens ask for a code. Try again later.",
      retryAfterSeconds: wait,
    });
  const secret = await deps.linkSecret();
  const expiresAt = now + CODE_MS;
  for (let draw = 0; draw < DRAWS; draw++) {
    const code = newCode();
    const codeHash = hashPairingCode(secret, code);
    const known = await renew(db, waitingToken, { codeHash, expiresAt });
    if (known !== null) return { code, token: known, expiresAt };
    const token = DISPLAY_TOKEN_PREFIX + newToken();
    const added = await db
      .insert(displayPairings)
      .values({ tokenHash: sha256Hex(token), codeHash, createdAt: now, expiresAt })
      .onConflictDoNothing()
      .returning({ id: displayPairings.id });
    if (added.length === 1) return { code, token, expiresAt };
  }
  throw new AppError("unavailable");
}

/** The token, when a screen waits with it; null when none does. */
async function renew(
  db: Db,
  token: string | null,
  change: { codeHash: string; expiresAt: number },
): Promise<string | null> {
  if (token === null || !isDisplayToken(token)) return null;
  const rows = await db
    .update(displayPairings)
    .set(change)
    .where(eq(displayPairings.tokenHash, sha256Hex(token)))
    .returning({ id: displayPairings.id });
  return rows.length === 1 ? token : null;
}

/** Whether a screen waits with this token for a code that is still taken. */
export async function isWaiting(
  { db, now }: Pick<Deps, "db" | "now">,
  token: string | null,
): Promise<boolean> {
  if (token === null || !isDisplayToken(token)) return false;
  const row = await db
    .select({ expiresAt: displayPairings.expiresAt })
    .from(displayPairings)
    .where(eq(displayPairings.tokenHash, sha256Hex(token)))
    .get();
  return row !== undefined && row.expiresAt > now;
}
