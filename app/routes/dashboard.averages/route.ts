import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadFleetAverages } from "~/features/dashboard/load-fleet-averages.server";
import { parseGaugeRange } from "~/features/dashboard/schemas";
import { requireUser } from "~/http/guards.server";

/** What the gauges show over another range than the page came with. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, deps } = await requireUser({ request, context });
  const range = parseGaugeRange(new URL(request.url).searchParams.get("range"));
  if (range === null) return Response.json({ error: "malformed", message: "range is one of 4hr, day, week." }, { status: 400 });
  return Response.json(await loadFleetAverages({ ...deps, actor }, range), { headers: { "Cache-Control": "no-store" } });
}
