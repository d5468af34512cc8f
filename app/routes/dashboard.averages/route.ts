import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadFleetAverages } from "#app/features/dashboard/load-fleet-averages.server.ts";
import { parseGaugeRange } from "#app/features/dashboard/schemas.ts";
import { requireUser } from "#app/pages/guards.server.ts";

/** What the gauges show over another range than the page came with. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, deps } = await requireUser({ request, context });
  const range = parseGaugeRange(new URL(request.url).searchParams.get("range"));
  if (range === null)
    return Response.json(
      { error: "malformed", message: "range is one of 4hr, day, week." },
      { status: 400 },
    );
  return Response.json(await loadFleetAverages({ ...deps, actor }, range), {
    headers: { "Cache-Control": "no-store" },
  });
}
