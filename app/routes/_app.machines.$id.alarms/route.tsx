import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { isOutOfService } from "#app/domain/access/out-of-service.ts";
import {
  listMachineAlarms,
  loadAlarmChoices,
} from "#app/features/alarms/load-machine-alarms.server.ts";
import { MachineAlarms } from "#app/features/alarms/machine-alarms.tsx";
import { useChartNotes } from "#app/features/analytics/use-chart-notes.tsx";
import { useMachinePage } from "#app/features/machines/machine-page.ts";
import { ChartNotesContext } from "#app/kit/charts/chart-notes.tsx";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { requireMachineTab } from "#app/features/machines/machine.page.server.ts";
import { readBlock } from "#app/pages/read-block.server.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";

export const handle = { partKey: "crumbs.alarms" };

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, user, machine } = await requireMachineTab(args, "alarms");
  const locale = await negotiateLocale(args.request, user.locale);
  const [alarms, choices] = await Promise.all([
    readBlock("alarms", listMachineAlarms(ctx, machine.id)),
    readBlock("alarm choices", loadAlarmChoices(ctx, machine, locale)),
  ]);
  return { alarms: alarms.content, choices: choices.content, nowMs: ctx.now };
}

export const shouldRevalidate = readAgainUnlessLost;

export default function AlarmsTab() {
  const { machine } = useMachinePage();
  return (
    <ChartNotesContext.Provider value={useChartNotes}>
      <MachineAlarms
        key={machine.id}
        {...useLoaderData<typeof loader>()}
        deviceId={machine.id}
        timezone={machine.facility?.timezone ?? "UTC"}
        isOutOfService={isOutOfService(machine)}
      />
    </ChartNotesContext.Provider>
  );
}

export const ErrorBoundary = PageFailure;
