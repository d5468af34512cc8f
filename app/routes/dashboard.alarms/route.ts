import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadShownAlarms } from "#app/features/dashboard/load-attention.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";

/** The alarms that are on, of the machines of the dashboard, as JSON: read again when one of them changed. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { ctx, user } = await requireUser({ request, context });
  const locale = await negotiateLocale(request, user.locale);
  return Response.json({ alarms: await loadShownAlarms(ctx, locale) });
}
