import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadFleetAverages } from "#app/features/dashboard/load-fleet-averages.server.ts";
import { parseAskedMachines, parseGaugeRange } from "#app/features/dashboard/schemas.ts";
import { requireUser } from "#app/pages/guards.server.ts";

/** What the gauges show over another range than the page came with. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx } = await requireUser({ request, context });
  const { searchParams } = new URL(request.url);
  const range = parseGaugeRange(searchParams.get("range"));
  const machines = parseAskedMachines(searchParams.get("machines"));
  if (range === null || machines === undefined)
    return Response.json(
      {
        error: "malformed",
        message: "range is one of 4hr, day, week; machines, if given, up to 60 ids with commas.",
      },
      { status: 400 },
    );
  return Response.json(await loadFleetAverages(ctx, range, machines), {
    headers: { "Cache-Control": "no-store" },
  });
}
