import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadPlantMachines, loadPlantPast } from "#app/features/dashboard/load-plant.server.ts";
import { parsePlantAsked } from "#app/features/dashboard/schemas.ts";
import { requireUser } from "#app/pages/guards.server.ts";

/** The machines of a plant that was opened on a large fleet's dashboard, with their values; with `past`, their past. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx } = await requireUser({ request, context });
  const { searchParams } = new URL(request.url);
  const asked = parsePlantAsked(searchParams);
  if (asked === null)
    return Response.json(
      { error: "malformed", message: "facility and from are whole numbers from 0 up." },
      { status: 400 },
    );
  const answer = searchParams.has("past")
    ? await loadPlantPast(ctx, asked)
    : await loadPlantMachines(ctx, asked);
  return Response.json(answer, { headers: { "Cache-Control": "no-store" } });
}
