import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerAnnotationForm } from "#app/features/analytics/annotations/annotations.page.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { requireMachinePage } from "#app/pages/machine-page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";

/** Where the forms of notes on a machine are sent. It shows nothing: whoever opens a form loads it once. */
export async function loader(args: LoaderFunctionArgs) {
  await requireMachinePage(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  await requireUser(args);
  const form = await readForm(args.request);
  const page = await requireMachinePage(args);
  return answerAnnotationForm(page, page.machine.id, form);
}

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;
