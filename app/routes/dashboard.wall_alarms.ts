import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadWallAlarms } from "#app/features/dashboard/load-wall-alarms.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";

/** What the slideshow of a person shows of alarms, read again when one of them changed. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { ctx } = await requireUser({ request, context });
  return Response.json(await loadWallAlarms(ctx), {
    headers: { "Cache-Control": "no-store" },
  });
}
