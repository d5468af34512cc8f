import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { answerAnnotationForm } from "#app/features/analytics/annotations/annotations.page.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { nothingToLoad } from "#app/kit/states/beside.ts";
import {
  answerMachineForm,
  showNothing,
} from "#app/features/machines/machine-forms.page.server.ts";

/** Where the forms of notes on a machine are sent. */
export const loader = showNothing;
export const action = (args: ActionFunctionArgs) => answerMachineForm(args, answerAnnotationForm);

export const clientLoader = nothingToLoad;
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;
