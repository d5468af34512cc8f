import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { CommentsChip } from "#app/features/comments/comments-chip.tsx";
import { countCommentsByMachine } from "#app/features/comments/comments.server.ts";
import {
  loadListedValues,
  loadMachineRows,
} from "#app/features/machines/load-machine-rows.server.ts";
import { MachineList } from "#app/features/machines/machine-list.tsx";
import type { MachineRow } from "#app/features/machines/machine-row.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { Failure } from "#app/kit/states/failure.tsx";
import { requireUser } from "#app/pages/guards.server.ts";
import { readBlock } from "#app/pages/read-block.server.ts";
import { earlyOrLate } from "#app/pages/resolve-or-defer.server.ts";
import { errorText, log } from "#app/platform/log.ts";
import "#app/features/comments/texts.ts";
import "#app/features/machines/texts.ts";

export const handle = { titleKey: "machines.title" };

/** A list that cannot be read is null: the page says so and keeps standing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, deps } = await requireUser({ request, context });
  const ctx = { ...deps, actor };
  const counted = readBlock("comment counts", countCommentsByMachine(ctx));
  const machines = await loadMachineRows(
    ctx,
    counted.then(({ content }) => content),
  ).catch((error: unknown) => {
    log({ event: "list_failed", list: "machines", error: errorText(error) });
    return null;
  });
  const ids = (machines ?? []).map(({ id }) => id);
  return {
    machines,
    countsFailed: (await counted).failed,
    values: await earlyOrLate(loadListedValues(deps, ids)),
  };
}

export const shouldRevalidate = readAgainUnlessLost;

export default function MachinesPage() {
  const { t } = useTranslation();
  const { machines, countsFailed, values } = useLoaderData<typeof loader>();
  const { revalidate, state } = useRevalidator();
  return (
    <Page title={t("machines.title")}>
      {countsFailed && (
        <Failure inline onRetry={revalidate} busy={state !== "idle"}>
          {t("comments.countFailed")}
        </Failure>
      )}
      <MachineList machines={machines} values={values} commentCell={commentCell} />
    </Page>
  );
}

const commentCell = (row: MachineRow) => (
  <CommentsChip machine={row} timezone={row.facility?.timezone ?? "UTC"} count={row.comments} />
);

export const ErrorBoundary = PageFailure;
