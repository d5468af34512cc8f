import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useIsOutOfService } from "#app/components/machine/use-out-of-service.ts";
import { PageFailure } from "#app/components/layout/page-failure.tsx";
import { parseRowId } from "#app/domain/row-id.ts";
import { toEventJson } from "#app/features/events/event-json.server.ts";
import { pageToTurnTo } from "#app/features/events/event-page.ts";
import { findShownEvent } from "#app/features/events/find-shown-event.server.ts";
import { listEventRows } from "#app/features/events/list-event-rows.server.ts";
import { loadStateTimeline } from "#app/features/events/load-state-timeline.server.ts";
import { MachineEvents } from "#app/features/events/machine-events.tsx";
import { parseTimelineSpan } from "#app/features/events/timeline-spans.ts";
import { LockedTab } from "#app/features/machines/locked-tab.tsx";
import { useMachinePage } from "#app/features/machines/machine-page.ts";
import { requireMachineTab } from "#app/features/machines/machine.page.server.ts";
import { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { resolveOrDefer } from "#app/pages/resolve-or-defer.server.ts";

export const handle = { partKey: "crumbs.events" };

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, machine, lock } = await requireMachineTab(args, "events");
  if (lock !== null) return { lock };
  const url = new URL(args.request.url);
  const { searchParams } = url;
  const span = parseTimelineSpan(searchParams.get("span"));
  const eventId = parseRowId(searchParams.get("event_id") ?? undefined);
  const [events, event, timeline] = await Promise.all([
    listEventRows(ctx, { device: machine.id }),
    eventId === null ? null : findShownEvent(ctx, { deviceId: machine.id, eventId }),
    resolveOrDefer(loadStateTimeline(ctx, machine, span)),
  ]);
  const page = pageToTurnTo(
    searchParams,
    events.findIndex(({ id }) => id === event?.id),
  );
  if (page !== null) {
    searchParams.set("page", String(page));
    throw redirect(url.search);
  }
  return {
    lock: null,
    events,
    event: event && toEventJson(event, ctx.actor),
    timeline,
    span,
    microStopSeconds: machine.microStopSeconds,
    nowMs: ctx.now,
  };
}

export const shouldRevalidate = readAgainUnlessLost;

export default function EventsTab() {
  const data = useLoaderData<typeof loader>();
  const { machine } = useMachinePage();
  const isOutOfService = useIsOutOfService();
  if (data.lock !== null) return <LockedTab lock={data.lock} />;
  return (
    <MachineEvents
      {...data}
      machine={{
        id: machine.id,
        name: machine.name,
        timezone: machine.facility?.timezone ?? "UTC",
        opensEvents: true,
        isReadOnly: isOutOfService,
        microStopSeconds: data.microStopSeconds,
      }}
    />
  );
}

export const ErrorBoundary = PageFailure;
