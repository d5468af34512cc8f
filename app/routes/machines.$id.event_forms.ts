import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { answerEventForm } from "#app/features/events/events.page.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { nothingToLoad } from "#app/kit/states/beside.ts";
import {
  answerMachineForm,
  showNothing,
} from "#app/features/machines/machine-forms.page.server.ts";

/** Where the form of an event is sent: it stands in the machine's page, on the dashboard and in the bar of superusers. */
export const loader = showNothing;
export const action = (args: ActionFunctionArgs) => answerMachineForm(args, answerEventForm);

export const clientLoader = nothingToLoad;
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;
