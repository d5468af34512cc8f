import type { Actor } from "#app/domain/access/types.ts";
import { readCounts } from "./load-attention.server.ts";
import { findFleet, type FoundFleet } from "./load-fleet.server.ts";
import type { Counts } from "./need.ts";
import { takeWholeFleetTurn } from "./whole-fleet-turn.server.ts";

type Deps = Parameters<typeof findFleet>[0] &
  Parameters<typeof takeWholeFleetTurn>[0] & { actor: Actor };

/** What `read` says of all machines that the actor's dashboard shows; 429 to a person or paired screen that asks too often. */
export async function answerWholeFleet(
  deps: Deps,
  read: (found: FoundFleet, counts: Counts) => Promise<object>,
): Promise<Response> {
  const [wait, found, counts] = await Promise.all([
    takeWholeFleetTurn(deps),
    findFleet(deps),
    readCounts(deps),
  ]);
  if (wait !== null) return askedTooOften(wait);
  return Response.json(await read(found, counts), { headers: { "Cache-Control": "no-store" } });
}

export const askedTooOften = (wait: number): Response =>
  Response.json(
    { error: "too_many_requests", message: `Asked too often. Try again in ${wait} s.` },
    { status: 429, headers: { "Retry-After": String(wait) } },
  );
