import type { Db } from "#app/db/client.server.ts";
import { WHOLE_FLEET_READS } from "#app/domain/access/limits.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { consumeLimit } from "#app/platform/rate-limit.server.ts";

/** Counts one more reading of a whole large fleet, by person or paired screen; seconds to wait when they are too many, else null. */
export const takeWholeFleetTurn = (deps: {
  db: Db;
  now: number;
  actor: Pick<Actor, "userId" | "sessionId">;
}): Promise<number | null> => {
  const { userId, sessionId } = deps.actor;
  return consumeLimit(deps, WHOLE_FLEET_READS, userId === 0 ? `screen ${sessionId}` : `${userId}`);
};
