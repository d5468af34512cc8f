import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useIsOutOfService } from "#app/components/machine/use-out-of-service.ts";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { canSeeKiwiplan, isPrivileged } from "#app/domain/access/permissions.ts";
import { byName } from "#app/domain/formats/by-name.ts";
import { listHumanKeys } from "#app/features/machines/list-metrics.server.ts";
import { useMachinePage } from "#app/features/machines/machine-page.ts";
import { CurrentState } from "#app/features/measures/current-state.tsx";
import { answerMeasureForm } from "#app/features/measures/measures.page.server.ts";
import { listMeasuresOf } from "#app/features/measures/measures.server.ts";
import { listSeenMeasures } from "#app/features/measures/seen-measures.server.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireUser } from "#app/pages/guards.server.ts";
import { boundToMachine } from "#app/features/machines/machine-forms.page.server.ts";
import { requireMachineTab } from "#app/features/machines/machine.page.server.ts";
import { readBlock } from "#app/pages/read-block.server.ts";
import { readForm } from "#app/pages/read-form.server.ts";

export const handle = { partKey: "crumbs.machine_health" };

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, machine } = await requireMachineTab(args, "machine_health");
  const [measures, latest, tags] = await Promise.all([
    listMeasuresOf(ctx, machine),
    readBlock("newest values", ctx.recorder(machine.id).latest(null)),
    isPrivileged(ctx.actor)
      ? readBlock("tags", listHumanKeys(ctx, String(machine.id))).then(({ content }) =>
          byName(content ?? [], (tag) => tag),
        )
      : null,
  ]);
  const seen = await readBlock(
    "seen measures",
    listSeenMeasures(ctx, machine.id, latest.content ?? {}),
  );
  return {
    measures,
    latest: latest.content,
    seen: seen.content ?? {},
    canMarkSeen: isPrivileged(ctx.actor),
    tags,
    showKiwiplan: canSeeKiwiplan(ctx.actor, machine),
  };
}

export async function action(args: ActionFunctionArgs) {
  await requireUser(args);
  const form = await readForm(args.request);
  const page = await requireMachineTab(args, "machine_health");
  return answerMeasureForm(boundToMachine(page), page.machine.id, form);
}

export const clientAction = keepTyped;
export const shouldRevalidate = readAgainUnlessLost;

export default function MachineHealthTab() {
  const { machine, basePath } = useMachinePage();
  const data = useLoaderData<typeof loader>();
  const readOnly = useIsOutOfService() ? { tags: null, canMarkSeen: false } : {};
  return (
    <CurrentState
      key={machine.id}
      deviceId={machine.id}
      basePath={basePath}
      timezone={machine.facility?.timezone ?? "UTC"}
      {...data}
      {...readOnly}
    />
  );
}

export const ErrorBoundary = PageFailure;
