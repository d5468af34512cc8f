import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadWall, loadWholeWall } from "#app/features/dashboard/load-wall.server.ts";
import { answerWholeFleet } from "#app/features/dashboard/whole-fleet.page.server.ts";
import { findDisplayVisit } from "#app/features/displays/display.page.server.ts";
import { findCustomerLogo } from "#app/features/organizations/find-customer-logo.server.ts";

/** The machines of a paired screen, fetched anew while it runs; with `whole`, what all recorders of a large fleet say. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { deps, found } = await findDisplayVisit({ request, context });
  const headers = { "Cache-Control": "no-store" };
  if (found === null) return Response.json({ error: "unauthenticated" }, { status: 401, headers });
  const own = { ...deps, actor: found.actor };
  if (new URL(request.url).searchParams.has("whole"))
    return answerWholeFleet(own, (fleet, counts) => loadWholeWall(own, fleet, counts));
  const [fleet, { logo }] = await Promise.all([loadWall(own), findCustomerLogo(own, own.actor)]);
  return Response.json({ ...fleet, logo, timezone: found.display.timeZone }, { headers });
}
