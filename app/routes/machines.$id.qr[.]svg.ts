import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { maskSerial } from "#app/domain/demo/names.ts";
import { qrLabel } from "#app/features/machines/qr/qr-label.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { requireMachinePage } from "#app/features/machines/machine.page.server.ts";
import { findDemo } from "#app/platform/demo-mode.server.ts";

/** A machine's label. It is not JSON, so the shared mask does not reach it: it is masked here. */
export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireUser(args);
  const { ctx, machine } = await requireMachinePage(args);
  const demo = await findDemo(args.request, user);
  const { id } = machine;
  const label = {
    url: new URL(`/machines/${id}`, ctx.publicOrigin).href,
    name: demo === null ? machine.name : demo.words.machine(id),
    serialNumber: demo === null ? machine.serialNumber : maskSerial(id),
  };
  return new Response(qrLabel(label), {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "private, no-cache" },
  });
}
