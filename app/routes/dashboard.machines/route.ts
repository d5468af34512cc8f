import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { maskMachine } from "~/domain/demo/masks";
import { listEventMachines } from "~/features/events/list-event-machines.server";
import { findDemo } from "~/http/demo-mode.server";
import { requireUser } from "~/http/guards.server";

/** The machines that an event can be told of, and Helios' time: for the form that opens from anywhere. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, user, deps } = await requireUser({ request, context });
  const [machines, demo] = await Promise.all([listEventMachines({ ...deps, actor }), findDemo(request, user)]);
  const shown = demo === null ? machines : machines.map((machine) => maskMachine(machine, demo.words));
  return Response.json({ machines: shown, nowMs: deps.now }, { headers: { "Cache-Control": "no-store" } });
}
