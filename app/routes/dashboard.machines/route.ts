import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { listEventMachines } from "#app/features/events/list-event-machines.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";

/** The machines that an event can be told of, and Helios' time: for the form that opens from anywhere. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx } = await requireUser({ request, context });
  return Response.json(
    { machines: await listEventMachines(ctx), nowMs: ctx.now },
    { headers: { "Cache-Control": "no-store" } },
  );
}
