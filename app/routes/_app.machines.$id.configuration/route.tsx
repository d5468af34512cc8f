import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { ConfigurationPanel } from "#app/features/configuration/configuration-panel.tsx";
import { answerConfigurationForm } from "#app/features/configuration/configuration.page.server.ts";
import { loadConfiguration } from "#app/features/configuration/load-configuration.server.ts";
import { REPLACES } from "#app/features/configuration/replacement.ts";
import { useMachinePage } from "#app/features/machines/machine-page.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { requireMachineTab } from "#app/features/machines/machine.page.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";

export const handle = { partKey: "crumbs.configuration" };

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, machine } = await requireMachineTab(args, "configuration");
  const replaced = new URL(args.request.url).searchParams.get(REPLACES);
  return loadConfiguration(ctx, machine, replaced);
}

export async function action(args: ActionFunctionArgs) {
  await requireUser(args);
  const form = await readForm(args.request);
  const page = await requireMachineTab(args, "configuration");
  return answerConfigurationForm(page.ctx, page.machine.id, form);
}

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export default function ConfigurationTab() {
  const { machine } = useMachinePage();
  return <ConfigurationPanel machine={machine} configuration={useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = PageFailure;
