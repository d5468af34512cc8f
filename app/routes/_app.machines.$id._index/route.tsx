import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireUser } from "#app/pages/guards.server.ts";

/** A machine opens on its overview. */
export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return redirect(`/machines/${encodeURIComponent(args.params["id"] ?? "")}/overview`);
}
