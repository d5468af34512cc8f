import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { WithAreaTexts } from "#app/components/area-texts.tsx";
import { loadLater } from "#app/components/load-later.tsx";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { isOutOfService } from "#app/domain/access/out-of-service.ts";
import { lockOf, machineTabs } from "#app/domain/machine-tabs.ts";
import {
  loadMachineFrame,
  loadStateSince,
} from "#app/features/machines/load-machine-frame.server.ts";
import { MachineHeader } from "#app/features/machines/machine-header.tsx";
import type { MachinePage } from "#app/features/machines/machine-page.ts";
import { MachineTabBar } from "#app/features/machines/machine-tab-bar.tsx";
import { OutOfServiceNotice } from "#app/features/machines/out-of-service-notice.tsx";
import { TabContent } from "#app/features/machines/tab-content.tsx";
import { frameOfNow } from "#app/features/shell/frame-of-now.ts";
import { readAgainAfterForms, readAgainIfOutdated } from "#app/kit/forms/read-again.ts";
import { requireMachinePage } from "#app/features/machines/machine.page.server.ts";
import { readBlock } from "#app/pages/read-block.server.ts";
import { resolveOrDefer } from "#app/pages/resolve-or-defer.server.ts";

const SettingsOfNow = loadLater(() => import("#app/features/machines/settings-of-now.tsx"));

/** Machines, as addresses name them, whose settings were changed since the page was read. */
const outdated = new Set<string | undefined>();

/** The machine, its tabs and their locks: around every tab. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, machine, basePath } = await requireMachinePage(args);
  const page: MachinePage = {
    machine,
    basePath,
    tabs: machineTabs(ctx.actor).map((tab) => ({
      tab,
      locked: lockOf(ctx.actor, machine.serviceTier, tab) !== null,
    })),
  };
  const frame = loadMachineFrame(ctx, machine.id);
  const [latest, alarmsOn, since] = await Promise.all([
    readBlock("newest values", frame.latest),
    readBlock("alarms on", frame.alarmsOn),
    resolveOrDefer(loadStateSince(ctx, machine.id)),
  ]);
  return {
    ...{ page, title: machine.name, crumbNames: { [basePath]: machine.name } },
    frame: {
      ...{ latest: latest.content, alarmsOn: alarmsOn.content, since },
      // Superusers have it in their bar.
      offersReport:
        ctx.actor.role !== "superuser" &&
        machine.facility !== null &&
        !isOutOfService(machine) &&
        lockOf(ctx.actor, machine.serviceTier, "events") === null,
    },
  };
}

/**
 * Another tab of the same machine needs nothing of this again, nor does a tab that is read anew: what moves comes over the
 * live channel, which also says when the machine's settings changed, or what its reader may see: another role has other tabs.
 * So the machine and its tabs stand where a tab's data does not come.
 */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  args.currentParams["id"] !== args.nextParams["id"] ||
  readAgainIfOutdated(outdated.has(args.nextParams["id"]) || frameOfNow.isOutdated(), args) ||
  readAgainAfterForms(args);

export default function MachineLayout() {
  const { page, frame } = useLoaderData<typeof loader>();
  const { machine, basePath, tabs } = page;
  const isConfigured = machine.facility !== null;
  return (
    <Page key={machine.id} title={<MachineHeader page={page} {...frame} />}>
      <SettingsOfNow machine={machine} outdated={outdated} />
      <MachineTabBar
        basePath={basePath}
        name={machine.name}
        tabs={tabs}
        isConfigured={isConfigured}
        isOutOfService={isOutOfService(machine)}
      />
      {isOutOfService(machine) && <OutOfServiceNotice isConfigured={isConfigured} />}
      <TabContent basePath={basePath}>
        <WithAreaTexts>
          <Outlet context={page} />
        </WithAreaTexts>
      </TabContent>
    </Page>
  );
}

export const ErrorBoundary = PageFailure;
