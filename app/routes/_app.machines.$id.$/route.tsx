import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { notFound, requireUser } from "#app/pages/guards.server.ts";

/** No tab of a machine. */
export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return notFound();
}
