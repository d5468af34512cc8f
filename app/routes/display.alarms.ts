import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadWallAlarms } from "#app/features/dashboard/load-wall-alarms.server.ts";
import { findDisplayVisit } from "#app/features/displays/display.page.server.ts";

/** What a paired screen shows of alarms, read again when one of them changed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { deps, found } = await findDisplayVisit({ request, context });
  const headers = { "Cache-Control": "no-store" };
  if (found === null) return Response.json({ error: "unauthenticated" }, { status: 401, headers });
  return Response.json(await loadWallAlarms({ ...deps, actor: found.actor }), { headers });
}
