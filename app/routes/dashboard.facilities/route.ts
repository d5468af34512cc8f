import { redirect, type ActionFunctionArgs } from "@remix-run/cloudflare";
import { saveFacilityChoice } from "~/features/dashboard/facility-choice.server";
import { parseShownFacilities } from "~/features/dashboard/schemas";
import { requireUser } from "~/http/guards.server";

export const loader = () => redirect("/dashboard");

/** Keeps which facilities the dashboard shows. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { actor, deps } = await requireUser({ request, context });
  const shown = parseShownFacilities((await request.formData()).get("shown"));
  if (shown === null) return Response.json({ ok: false }, { status: 400 });
  await saveFacilityChoice({ ...deps, actor }, shown);
  return Response.json({ ok: true });
}
