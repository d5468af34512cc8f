import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import {
  loadListedValues,
  loadMachineRows,
} from "#app/features/machines/load-machine-rows.server.ts";
import { MachineList } from "#app/features/machines/machine-list.tsx";
import { requireUser } from "#app/pages/guards.server.ts";
import { earlyOrLate } from "#app/pages/resolve-or-defer.server.ts";
import { errorText, log } from "#app/platform/log.ts";
import "#app/features/machines/texts.ts";

export const handle = { titleKey: "machines.title" };

/** A list that cannot be read is null: the page says so and keeps standing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, deps } = await requireUser({ request, context });
  const machines = await loadMachineRows({ ...deps, actor }).catch((error: unknown) => {
    log({ event: "list_failed", list: "machines", error: errorText(error) });
    return null;
  });
  const ids = (machines ?? []).map(({ id }) => id);
  return { machines, values: await earlyOrLate(loadListedValues(deps, ids)) };
}

export default function MachinesPage() {
  const { t } = useTranslation();
  const { machines, values } = useLoaderData<typeof loader>();
  return (
    <Page title={t("machines.title")}>
      <MachineList machines={machines} values={values} />
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
