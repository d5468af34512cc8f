import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireNoTab } from "#app/features/machines/machine.page.server.ts";

/** No tab of a machine. */
export const loader = (args: LoaderFunctionArgs) => requireNoTab(args);
