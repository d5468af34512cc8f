import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { notFound, requireRole } from "#app/pages/guards.server.ts";

/** No page of the administration. */
export async function loader(args: LoaderFunctionArgs) {
  await requireRole(args, "superuser");
  return notFound();
}
