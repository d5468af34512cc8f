import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readCounts } from "#app/features/dashboard/load-attention.server.ts";
import { findFleet } from "#app/features/dashboard/load-fleet.server.ts";
import { readWholeFleet } from "#app/features/dashboard/load-large-fleet.server.ts";
import { toAttentionKind } from "#app/features/dashboard/need.ts";
import { parseAskedMachines } from "#app/features/dashboard/schemas.ts";
import { takeWholeFleetTurn } from "#app/features/dashboard/whole-fleet-turn.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";

/** What all recorders of a large fleet say, for its dashboard; `known`: machines of which the page has the past. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx } = await requireUser({ request, context });
  const { searchParams } = new URL(request.url);
  const known = parseAskedMachines(searchParams.get("known") || null);
  if (known === undefined)
    return Response.json(
      { error: "malformed", message: "known is up to 60 ids with commas." },
      { status: 400 },
    );
  const [wait, found, counts] = await Promise.all([
    takeWholeFleetTurn(ctx),
    findFleet(ctx),
    readCounts(ctx),
  ]);
  if (wait !== null)
    return Response.json(
      { error: "too_many_requests", message: `Asked too often. Try again in ${wait} s.` },
      { status: 429, headers: { "Retry-After": String(wait) } },
    );
  const whole = await readWholeFleet(ctx, found, {
    counts,
    first: toAttentionKind(searchParams.get("first")),
    known: known ?? [],
  });
  return Response.json(whole, { headers: { "Cache-Control": "no-store" } });
}
