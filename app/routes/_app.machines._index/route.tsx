import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { loadLater } from "#app/components/load-later.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { canManageCustomers, PROVIDERS } from "#app/domain/access/permissions.ts";
import { countAlarmsOn } from "#app/features/alarms/count-alarms-on.server.ts";
import { CommentsChip } from "#app/features/comments/comments-chip.tsx";
import { countCommentsByMachine } from "#app/features/comments/comments.server.ts";
import { ALL_CARDS } from "#app/features/dashboard/large-fleet.ts";
import { AddMachine } from "#app/features/enrollment/add-machine.tsx";
import { answerMachineListForm } from "#app/features/enrollment/enrollment.page.server.ts";
import { loadAddChoices } from "#app/features/enrollment/load-add-choices.server.ts";
import {
  loadListedValues,
  loadMachineRows,
} from "#app/features/machines/load-machine-rows.server.ts";
import { MachineList } from "#app/features/machines/machine-list.tsx";
import type { MachineRow, UnreadPart } from "#app/features/machines/machine-row.ts";
import { UnreadParts } from "#app/features/machines/unread-parts.tsx";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { useArrivalToast } from "#app/kit/forms/use-arrival-toast.tsx";
import { requireRole, requireUser } from "#app/pages/guards.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";
import { readBlock } from "#app/pages/read-block.server.ts";
import { resolveOrDefer } from "#app/pages/resolve-or-defer.server.ts";
import { errorText, log } from "#app/platform/log.ts";
import "#app/features/machines/texts.ts";

/** What the states mean. */
const KeyButton = loadLater(() => import("#app/features/dashboard/key-button.tsx"));

export const handle = { titleKey: "machines.title" };

/** A list that cannot be read is null: the page says so and keeps standing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { ctx } = await requireUser({ request, context });
  const showsRetired =
    canManageCustomers(ctx.actor) && new URL(request.url).searchParams.get("retired") === "1";
  const choices = showsRetired ? null : readBlock("add machine", loadAddChoices(ctx));
  const counted = readBlock("comment counts", countCommentsByMachine(ctx));
  const alarmed = readBlock("alarm counts", countAlarmsOn(ctx));
  const machines = await loadMachineRows(
    ctx,
    {
      comments: counted.then(({ content }) => content),
      alarmsOn: alarmed.then(({ content }) => content),
    },
    { isRetired: showsRetired },
  ).catch((error: unknown) => {
    log({ event: "list_failed", list: "machines", error: errorText(error) });
    return null;
  });
  const parts = { comments: await counted, alarms: await alarmed, adding: await choices };
  const ids = (machines ?? []).map(({ id }) => id);
  return {
    machines,
    unread: (Object.keys(parts) as UnreadPart[]).filter((part) => parts[part]?.failed),
    showsRetired: canManageCustomers(ctx.actor) ? showsRetired : null,
    choices: parts.adding?.content ?? null,
    nowMs: ctx.now,
    // Of a large fleet they are asked for once the page is alive.
    values: ids.length > ALL_CARDS ? null : await resolveOrDefer(loadListedValues(ctx, ids)),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx } = await requireRole(args, ...PROVIDERS);
  return answerMachineListForm(ctx, await readForm(args.request));
}

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export default function MachinesPage() {
  const { t } = useTranslation();
  const { machines, unread, showsRetired, choices, values, nowMs } = useLoaderData<typeof loader>();
  const emptyText =
    showsRetired === true
      ? "machines.emptyRetired"
      : choices === null
        ? "machines.emptyText"
        : "machines.emptyAdd";
  return (
    <Page
      title={t("machines.title")}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          {showsRetired !== null && (
            <ButtonLink to={showsRetired ? "/machines" : "/machines?retired=1"}>
              {t(showsRetired ? "machines.inService" : "machines.retired")}
            </ButtonLink>
          )}
          {choices !== null && <AddMachine choices={choices} />}
        </div>
      }
    >
      <UnreadParts parts={unread} />
      <MachineList
        // What was read is of one kind of machines.
        key={String(showsRetired)}
        machines={machines}
        values={values}
        nowMs={nowMs}
        empty={t(emptyText)}
        commentCell={commentCell}
        legend={legend}
      />
      {useArrivalToast()}
    </Page>
  );
}

const commentCell = (row: MachineRow) => (
  <CommentsChip machine={row} timezone={row.facility?.timezone ?? "UTC"} count={row.comments} />
);

// Before it is there too: the line of the count is no higher for it.
const legend = (
  <div className="size-11 max-lg:-my-3 lg:size-7">
    <KeyButton ofMachine />
  </div>
);

export const ErrorBoundary = PageFailure;
