import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireNamedTab } from "#app/features/machines/machine.page.server.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";

/** `/measure` and `/measure/{measure}` below a tab: the tab itself, which reads the measure from the address. */
export async function loader(args: LoaderFunctionArgs) {
  await requireNamedTab(args);
  return null;
}

export const shouldRevalidate = readAgainUnlessLost;

export default function MeasureAddress() {
  return null;
}
