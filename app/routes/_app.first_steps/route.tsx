import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { AddMachine } from "#app/features/enrollment/add-machine.tsx";
import {
  answerEnrollmentKeyForm,
  answerMachineListForm,
} from "#app/features/enrollment/enrollment.page.server.ts";
import { loadAddChoices } from "#app/features/enrollment/load-add-choices.server.ts";
import { NewEnrollmentKey } from "#app/features/enrollment/new-key.tsx";
import { FirstStepsList } from "#app/features/first-steps/first-steps-list.tsx";
import { doneSteps } from "#app/features/first-steps/steps.ts";
import { loadFirstSteps } from "#app/features/first-steps/load-first-steps.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireRole } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import "#app/features/enrollment/texts.ts";
import "#app/features/first-steps/texts.ts";

export const handle = { titleKey: "firstSteps.title" };
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireRole(args, "superuser");
  const [found, choices] = await Promise.all([loadFirstSteps(ctx), loadAddChoices(ctx)]);
  return { found, choices, origin: ctx.publicOrigin };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx } = await requireRole(args, "superuser");
  const form = await readForm(args.request);
  return form.get("intent") === "add"
    ? answerMachineListForm(ctx, form)
    : answerEnrollmentKeyForm(ctx, form);
}

export default function FirstStepsPage() {
  const { found, choices, origin } = useLoaderData<typeof loader>();
  const [madeKey, setMadeKey] = useState<string | null>(null);
  return (
    <FirstStepsList
      found={found}
      origin={origin}
      madeKey={madeKey}
      machineActs={
        choices && (
          <>
            <NewEnrollmentKey
              makes={choices.makes}
              isNext={!doneSteps(found).has("machine")}
              onMade={setMadeKey}
            />
            <AddMachine choices={choices} showsKeys={false} back="/first_steps" />
          </>
        )
      }
    />
  );
}

export const ErrorBoundary = PageFailure;
