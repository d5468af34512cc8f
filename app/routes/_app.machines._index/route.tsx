import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { loadMachineRows } from "#app/features/machines/load-machine-rows.server.ts";
import { MachineList } from "#app/features/machines/machine-list.tsx";
import { requireUser } from "#app/pages/guards.server.ts";
import "#app/features/machines/texts.ts";

export const handle = { titleKey: "machines.title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, deps } = await requireUser({ request, context });
  return { machines: await loadMachineRows({ ...deps, actor }) };
}

export default function MachinesPage() {
  const { t } = useTranslation();
  const { machines } = useLoaderData<typeof loader>();
  return (
    <Page
      title={t("machines.title")}
      aside={
        <p className="text-sm text-ink-soft">{t("machines.count", { count: machines.length })}</p>
      }
    >
      <MachineList machines={machines} />
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
