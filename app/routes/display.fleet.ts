import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadWall } from "#app/features/dashboard/load-wall.server.ts";
import { findDisplayVisit } from "#app/features/displays/display.page.server.ts";

/** The machines of a paired screen, fetched anew while it runs. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { deps, found } = await findDisplayVisit({ request, context });
  const headers = { "Cache-Control": "no-store" };
  if (found === null) return Response.json({ error: "unauthenticated" }, { status: 401, headers });
  return Response.json(
    { ...(await loadWall({ ...deps, actor: found.actor })), timezone: found.display.timeZone },
    { headers },
  );
}
