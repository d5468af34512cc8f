import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireUser } from "#app/pages/guards.server.ts";

/** Reports open on their measures. */
export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return redirect("/reports/measures");
}
