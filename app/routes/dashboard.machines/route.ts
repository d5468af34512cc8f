import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { maskMachine } from "#app/domain/demo/masks.ts";
import { listEventMachines } from "#app/features/events/list-event-machines.server.ts";
import { findDemo } from "#app/platform/demo-mode.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";

/** The machines that an event can be told of, and Helios' time: for the form that opens from anywhere. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, user, deps } = await requireUser({ request, context });
  const [machines, demo] = await Promise.all([
    listEventMachines({ ...deps, actor }),
    findDemo(request, user),
  ]);
  const shown =
    demo === null ? machines : machines.map((machine) => maskMachine(machine, demo.words));
  return Response.json(
    { machines: shown, nowMs: deps.now },
    { headers: { "Cache-Control": "no-store" } },
  );
}
