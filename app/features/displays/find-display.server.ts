import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { displays } from "#app/db/schema/index.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import {
  DISPLAY_TOKEN_PREFIX,
  DISPLAY_TOUCH_MS,
  isDisplayToken,
  sessionIdOfDisplay,
} from "#app/domain/access/display.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { sign } from "#app/platform/link-secret.server.ts";
import type { Display } from "./display.ts";
import { displayColumns, toDisplay } from "./displays.server.ts";

export type FoundDisplay = { actor: Actor; display: Display };
type Deps = { db: Db; now: number };

/**
 * The token that a display gets when it is paired, from the hash of the one that its screen waited with. Made by the
 * installation's secret, so that a screen that asks twice gets the same one, and nobody else can make it.
 */
export const displayTokenOf = (secret: string, waitingTokenHash: string): string =>
  DISPLAY_TOKEN_PREFIX + sign(secret, "display-token", waitingTokenHash);

/**
 * The paired display that holds the token, or null: unknown, waiting for its code, or revoked. Notes that it lives; from
 * its first use on, the token that the screen waited with is worth nothing.
 */
export async function findDisplay(
  { db, now }: Deps,
  token: string | null,
): Promise<FoundDisplay | null> {
  if (token === null || !isDisplayToken(token)) return null;
  const row = await db
    .select({ ...displayColumns, waitingTokenHash: displays.waitingTokenHash })
    .from(displays)
    .where(eq(displays.tokenHash, sha256Hex(token)))
    .get();
  if (!row) return null;
  const { waitingTokenHash, ...columns } = row;
  if (
    waitingTokenHash !== null ||
    row.lastSeenAt === null ||
    now - row.lastSeenAt >= DISPLAY_TOUCH_MS
  )
    await db
      .update(displays)
      .set({ lastSeenAt: now, waitingTokenHash: null })
      .where(eq(displays.id, row.id));
  return toFound(toDisplay(columns));
}

/** The display that was paired with the screen that waits with this token, and has not used its own yet; else null. */
export async function findNewDisplay(
  { db }: Pick<Deps, "db">,
  waitingToken: string | null,
): Promise<FoundDisplay | null> {
  if (waitingToken === null || !isDisplayToken(waitingToken)) return null;
  const row = await db
    .select(displayColumns)
    .from(displays)
    .where(eq(displays.waitingTokenHash, sha256Hex(waitingToken)))
    .get();
  return row ? toFound(toDisplay(row)) : null;
}

/** A new display with the token that its screen must keep from now on. */
export async function claimDisplay(
  deps: Pick<Deps, "db"> & { linkSecret: () => Promise<string> },
  waitingToken: string | null,
): Promise<{ token: string; found: FoundDisplay } | null> {
  const found = await findNewDisplay(deps, waitingToken);
  if (found === null || waitingToken === null) return null;
  return { token: displayTokenOf(await deps.linkSecret(), sha256Hex(waitingToken)), found };
}

const toFound = (display: Display): FoundDisplay => ({ actor: toDisplayActor(display), display });

const toDisplayActor = ({ id, customerId, make, facilityIds }: Display): Actor => ({
  userId: 0,
  sessionId: sessionIdOfDisplay(id),
  role: "display",
  customerId,
  make,
  facilityIds,
});
