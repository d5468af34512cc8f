import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { isOutOfService } from "#app/domain/access/out-of-service.ts";
import { useMachinePage } from "#app/features/machines/machine-page.ts";
import {
  loadSamplersTab,
  type SamplersTabData,
} from "#app/features/samplers/load-samplers-tab.server.ts";
import { readMappingQuestion, samplerViews } from "#app/features/samplers/mapping-question.ts";
import { answerSamplersForm } from "#app/features/samplers/samplers.page.server.ts";
import { SamplersTab } from "#app/features/samplers/samplers-tab.tsx";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { readOrKeep, ShownData, useShown } from "#app/kit/states/shown-data.ts";
import { boundToMachine } from "#app/features/machines/machine-forms.page.server.ts";
import { requireMachineTab } from "#app/features/machines/machine.page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";

export const handle = { partKey: "crumbs.samplers" };

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, machine } = await requireMachineTab(args, "samplers");
  const { searchParams } = new URL(args.request.url);
  const question = readMappingQuestion(searchParams, samplerViews(isOutOfService(machine)));
  return loadSamplersTab(ctx, machine, question);
}

export async function action(args: ActionFunctionArgs) {
  const page = await requireMachineTab(args, "samplers");
  return answerSamplersForm(boundToMachine(page), page.machine.id, await readForm(args.request));
}

const shown = new ShownData<SamplersTabData>();
export const clientLoader = readOrKeep(shown);
export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export default function SamplersPage() {
  const data = useLoaderData<typeof loader>();
  const { machine } = useMachinePage();
  const timezone = machine.facility?.timezone ?? "UTC";
  const isOld = useShown(shown, data);
  return <SamplersTab data={data} machine={{ ...machine, timezone }} isOld={isOld} />;
}

export const ErrorBoundary = PageFailure;
