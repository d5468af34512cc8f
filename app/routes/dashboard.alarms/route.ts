import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import type { Attention } from "#app/features/dashboard/fleet-types.ts";
import { loadShownAlarms } from "#app/features/dashboard/load-attention.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";

type Answer = { alarms: Attention["alarms"] | null };

/** The alarms that are on, of the machines of the dashboard, read again when one of them changed. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Answer> {
  const { actor, deps } = await requireUser({ request, context });
  return { alarms: await loadShownAlarms({ ...deps, actor }) };
}

/** Nobody answered: what is shown stays, until the page is read again. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<Answer> {
  try {
    return await serverLoader<typeof loader>();
  } catch (error) {
    if (error instanceof Response) throw error;
    return { alarms: null };
  }
}
