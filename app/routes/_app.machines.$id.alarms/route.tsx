import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { answerAlarmForm } from "#app/features/alarms/alarms.page.server.ts";
import {
  listMachineAlarms,
  loadAlarmChoices,
} from "#app/features/alarms/load-machine-alarms.server.ts";
import { MachineAlarms } from "#app/features/alarms/machine-alarms.tsx";
import { useMachinePage } from "#app/features/machines/machine-page.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { requireMachineTab } from "#app/pages/machine-page.server.ts";
import { readBlock } from "#app/pages/read-block.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { actor, deps, machine } = await requireMachineTab(args, "alarms");
  const [alarms, choices] = await Promise.all([
    readBlock("alarms", listMachineAlarms(deps, machine.id)),
    readBlock("alarm choices", loadAlarmChoices({ ...deps, actor }, machine)),
  ]);
  return { alarms: alarms.content, choices: choices.content, nowMs: deps.now };
}

export async function action(args: ActionFunctionArgs) {
  await requireUser(args);
  const form = await readForm(args.request);
  const page = await requireMachineTab(args, "alarms");
  return answerAlarmForm(page, page.machine.id, form);
}

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export default function AlarmsTab() {
  const { machine } = useMachinePage();
  return (
    <MachineAlarms
      key={machine.id}
      {...useLoaderData<typeof loader>()}
      deviceId={machine.id}
      timezone={machine.facility?.timezone ?? "UTC"}
    />
  );
}

export const ErrorBoundary = PageFailure;
