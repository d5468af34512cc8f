import { redirect, type ActionFunctionArgs } from "@remix-run/cloudflare";
import { saveFacilityChoice } from "#app/features/dashboard/facility-choice.server.ts";
import { parseShownFacilities } from "#app/features/dashboard/schemas.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";

export const loader = () => redirect("/dashboard");

/** Keeps which facilities the dashboard shows. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { ctx } = await requireUser({ request, context });
  const shown = parseShownFacilities((await readForm(request)).get("shown"));
  if (shown === null) return Response.json({ ok: false }, { status: 400 });
  await saveFacilityChoice(ctx, shown);
  return Response.json({ ok: true });
}
