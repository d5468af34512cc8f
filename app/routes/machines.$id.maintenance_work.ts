import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { workIn } from "#app/domain/maintenance/catalogue-words.ts";
import { AppError } from "#app/domain/errors.ts";
import { parseRowId } from "#app/domain/row-id.ts";
import { readMaintenance } from "#app/features/maintenance/list-maintenances.server.ts";
import { answerMaintenanceForm } from "#app/features/maintenance/maintenance.page.server.ts";
import type { WorkAnswer } from "#app/features/maintenance/work-to-do.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { withFallback } from "#app/kit/states/beside.ts";
import { boundToMachine } from "#app/features/machines/machine-forms.page.server.ts";
import { requirePartOf } from "#app/features/machines/machine.page.server.ts";
import { readBlock } from "#app/pages/read-block.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";

/** What is asked for when a work is marked as done, wherever its dialog opens: its steps and when it was done last. */
export async function loader(args: LoaderFunctionArgs): Promise<WorkAnswer> {
  const { ctx, user, machine, lock } = await requirePartOf(args, "maintenance");
  const id = parseRowId(new URL(args.request.url).searchParams.get("id") ?? "") ?? 0;
  if (lock !== null) return { work: null };
  const locale = await negotiateLocale(args.request, user.locale);
  const reading = readMaintenance(ctx, id, machine).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  const { content, failed } = await readBlock("a work to mark as done", reading);
  if (content?.deviceId !== machine.id) return { work: null, isGone: !failed };
  const { actions } = workIn(locale, content);
  const { kind, doubleUp, lastPerformedAt, history } = content;
  return { work: { kind, actions, doubleUp, lastPerformedAt, isFirst: history.length === 0 } };
}

export async function action(args: ActionFunctionArgs) {
  const page = await requirePartOf(args, "maintenance");
  const locale = await negotiateLocale(args.request, page.user.locale);
  const ctx = { ...boundToMachine(page), locale };
  return answerMaintenanceForm(ctx, page.machine.id, await readForm(args.request));
}

/** Nobody answered: the dialog says so, and the page below it stays. */
export const clientLoader = withFallback<WorkAnswer>({ work: null });

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;
