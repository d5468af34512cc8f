import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { displays } from "#app/db/schema/index.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import {
  DISPLAY_TOUCH_MS,
  isDisplayToken,
  sessionIdOfDisplay,
} from "#app/domain/access/display.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { Display } from "./display.ts";
import { displayColumns, toDisplay } from "./display-record.server.ts";

export type FoundDisplay = { actor: Actor; display: Display };

/** The paired display that holds the token, or null: unknown, waiting for its code, or revoked. Notes that it lives. */
export async function findDisplay(
  { db, now }: { db: Db; now: number },
  token: string | null,
): Promise<FoundDisplay | null> {
  if (token === null || !isDisplayToken(token)) return null;
  const row = await db
    .select(displayColumns)
    .from(displays)
    .where(eq(displays.tokenHash, sha256Hex(token)))
    .get();
  if (!row) return null;
  if (row.lastSeenAt === null || now - row.lastSeenAt >= DISPLAY_TOUCH_MS)
    await db.update(displays).set({ lastSeenAt: now }).where(eq(displays.id, row.id));
  const display = toDisplay(row);
  return { actor: toDisplayActor(display), display };
}

const toDisplayActor = ({ id, customerId, make, facilityIds }: Display): Actor => ({
  userId: 0,
  sessionId: sessionIdOfDisplay(id),
  role: "display",
  customerId,
  make,
  facilityIds,
});
