import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { canManageCustomers } from "#app/domain/access/permissions.ts";
import { WHOLE_PATIENCE_MS } from "#app/features/dashboard/load-large-fleet.server.ts";
import { parseAskedMachines } from "#app/features/dashboard/schemas.ts";
import { askedTooOften } from "#app/features/dashboard/whole-fleet.page.server.ts";
import { takeWholeFleetTurn } from "#app/features/dashboard/whole-fleet-turn.server.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import { loadListedValues } from "#app/features/machines/load-machine-rows.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";

/**
 * Newest values of machines of the list: of `ids`, or of all that it shows. Of all it is told since when each one's state is
 * only with `since`: that takes a past. `retired`: the list is of those that are out of service.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx } = await requireUser({ request, context });
  const { searchParams } = new URL(request.url);
  const asked = parseAskedMachines(searchParams.get("ids"));
  if (asked === undefined)
    return Response.json(
      { error: "malformed", message: "ids is up to 60 ids with commas." },
      { status: 400 },
    );
  const isRetired = searchParams.has("retired") && canManageCustomers(ctx.actor);
  const [wait, machines] = await Promise.all([
    asked === null ? takeWholeFleetTurn(ctx) : null,
    listMachines(ctx, { isRetired }),
  ]);
  if (wait !== null) return askedTooOften(wait);
  const all = machines.map(({ id }) => id);
  const values =
    asked === null
      ? await loadListedValues(ctx, all, {
          withSince: searchParams.has("since"),
          patienceMs: WHOLE_PATIENCE_MS,
        })
      : await loadListedValues(
          ctx,
          all.filter((id) => asked.includes(id)),
        );
  return Response.json(values, { headers: { "Cache-Control": "no-store" } });
}
