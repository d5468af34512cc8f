import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  leaveUnconfigured,
  requireMachinePage,
} from "#app/features/machines/machine.page.server.ts";

/** A machine opens on its overview. */
export async function loader(args: LoaderFunctionArgs) {
  const page = await requireMachinePage(args);
  leaveUnconfigured(page);
  return redirect(`${page.basePath}/overview`);
}
