import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { maskMachine } from "~/domain/demo/masks";
import { PageFailure } from "~/components/layout/page-failure";
import { Page } from "~/components/layout/page";
import { loadMachineRows } from "~/features/machines/load-machine-rows.server";
import { MachineList } from "~/features/machines/machine-list";
import { findDemo } from "~/http/demo-mode.server";
import { requireUser } from "~/http/guards.server";

export const handle = { titleKey: "machines.title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, user, deps } = await requireUser({ request, context });
  const [machines, demo] = await Promise.all([loadMachineRows({ ...deps, actor }), findDemo(request, user)]);
  return { machines: demo === null ? machines : machines.map((machine) => maskMachine(machine, demo.words)) };
}

export default function MachinesPage() {
  const { t } = useTranslation();
  const { machines } = useLoaderData<typeof loader>();
  return (
    <Page title={t("machines.title")} aside={<p className="text-sm text-ink-soft">{t("machines.count", { count: machines.length })}</p>}>
      <MachineList machines={machines} />
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
