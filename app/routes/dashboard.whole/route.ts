import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readWholeFleet } from "#app/features/dashboard/load-large-fleet.server.ts";
import { loadWholeWall } from "#app/features/dashboard/load-wall.server.ts";
import { toAttentionKind } from "#app/features/dashboard/need.ts";
import { parseAskedMachines } from "#app/features/dashboard/schemas.ts";
import { answerWholeFleet } from "#app/features/dashboard/whole-fleet.page.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";

/** What all recorders of a large fleet say, for its dashboard; `known`: machines of which the page has the past. With `wall`: for its wall. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx } = await requireUser({ request, context });
  const { searchParams } = new URL(request.url);
  if (searchParams.has("wall"))
    return answerWholeFleet(ctx, (found, counts) => loadWholeWall(ctx, found, counts));
  const known = parseAskedMachines(searchParams.get("known") || null);
  if (known === undefined)
    return Response.json(
      { error: "malformed", message: "known is up to 60 ids with commas." },
      { status: 400 },
    );
  const first = toAttentionKind(searchParams.get("first"));
  return answerWholeFleet(ctx, (found, counts) =>
    readWholeFleet(ctx, found, { counts, first, known: known ?? [] }),
  );
}
