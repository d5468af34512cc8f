import { redirect, type ActionFunctionArgs } from "@remix-run/cloudflare";
import { toMachineOrder, toMachineView } from "#app/domain/preferences.ts";
import { saveDashboardChoice } from "#app/features/dashboard/dashboard-choice.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";

export const loader = () => redirect("/dashboard");

/** Keeps how the dashboard shows its machines, and in which order: for the person, on every device. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { ctx } = await requireUser({ request, context });
  const form = await readForm(request);
  const choice = {
    view: toMachineView(form.get("view")),
    order: toMachineOrder(form.get("order")),
  };
  if (choice.view === null && choice.order === null)
    return Response.json({ ok: false }, { status: 400 });
  await saveDashboardChoice(ctx, choice);
  return Response.json({ ok: true });
}
