import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadAlarmsOn } from "#app/features/alarms/count-alarms-on.server.ts";
import { requireMachinePage } from "#app/features/machines/machine.page.server.ts";

/** How many of a machine's alarms are on, as JSON: read again when one of them changed, or came back from the shelf. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { ctx, machine } = await requireMachinePage(args);
  return Response.json(await loadAlarmsOn(ctx, machine.id));
}
