import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireRole } from "#app/pages/guards.server.ts";

/** The administration opens on the customers. */
export async function loader(args: LoaderFunctionArgs) {
  await requireRole(args, "superuser");
  return redirect("/admin/customers");
}
