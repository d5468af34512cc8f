import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireMachinePage } from "#app/pages/machine-page.server.ts";

/** A machine opens on its overview. */
export async function loader(args: LoaderFunctionArgs) {
  const { basePath } = await requireMachinePage(args);
  return redirect(`${basePath}/overview`);
}
