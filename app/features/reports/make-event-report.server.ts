/** Spec 002 §2 events tab, §3 event for export. */
import type { Db } from "#app/db/client.server.ts";
import { requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { authorOf, type MachineEvent } from "#app/features/events/event-record.server.ts";
import { readEventPage, type EventPage } from "#app/features/events/list-events.server.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { DemoReport } from "./demo-report.ts";
import { requireReportable } from "./reportable.server.ts";
import { toFile, type FileChoice, type ReportFile } from "./files/report-file.server.ts";
import {
  groupOf,
  type ReportCell,
  type ReportColumn,
  type ReportGroup,
} from "./files/report-table.ts";

type Deps = { db: Db; actor: Actor; now: number };
type Input = FileChoice & {
  device: string;
  startMs: number;
  endMs: number;
  shown: DemoReport["shown"];
};

/** Of one question: a note has up to 10,000 characters. */
export const EVENTS_AT_ONCE = 200;
type EventsAsked = Pick<Parameters<typeof readEventPage>[1], "limit" | "after">;

const NO_DOWNTIME = "No Downtime";
const column = (name: string, kind: ReportColumn["kind"] = "text"): ReportColumn => ({
  name,
  unit: null,
  kind,
});
const COLUMNS = [
  column("id", "number"),
  column("name"),
  column("author"),
  column("device_name"),
  column("start_at", "time"),
  column("end_at", "time"),
  column("downtime_start_at", "time"),
  column("downtime_end_at", "time"),
  column("downtime"),
  column("notes"),
  column("intervention_type"),
  column("intervention_component"),
  column("intervention_reason"),
];

/** The machine's events that overlap a range that is not still to come, the newest first, page by page, and the zone they are shown in. */
export async function openReportEvents(
  deps: Deps,
  { device, ...asked }: { device: string; startMs: number; endMs: number },
): Promise<{ read: (page: EventsAsked) => Promise<EventPage>; timezone: string }> {
  const machine = await requireMachine(deps, device);
  requireTier(deps.actor, machine, "accessEvents");
  const { timezone, ...range } = requireReportable(asked, deps.now, machine);
  return {
    read: (page) => readEventPage(deps.db, { ...range, ...page, deviceId: machine.id }),
    timezone,
  };
}

/** A row for each intervention of those events, however many there are; null when there are none. */
export async function makeEventReport(deps: Deps, input: Input): Promise<ReportFile | null> {
  const { device, startMs, endMs } = input;
  const { read, timezone } = await openReportEvents(deps, { device, startMs, endMs });
  const first = await read({ limit: EVENTS_AT_ONCE });
  if (first.events.length === 0) return null;
  return toFile({ name: "HeliosEventReport", columns: COLUMNS, rows: rows() }, input);

  async function* rows(): AsyncGenerator<ReportGroup, void> {
    for (let page = first; ;) {
      const { events } = input.shown({ events: page.events });
      yield groupOf(
        events.flatMap((event) => cellsOf(event).map((cells) => ({ timezone, cells }))),
      );
      if (page.next === null) return;
      page = await read({ limit: EVENTS_AT_ONCE, after: page.next });
    }
  }
}

function cellsOf(event: MachineEvent): ReportCell[][] {
  const { downtimeStartAt: from, downtimeEndAt: to } = event;
  const isDown = from !== null && to !== null && to > from;
  const what: ReportCell[] = [
    event.id,
    event.name,
    authorOf(event),
    event.device.name,
    event.startAt,
    event.endAt,
    isDown ? from : null,
    isDown ? to : null,
    isDown ? hoursAndMinutes(to - from) : NO_DOWNTIME,
    event.notes,
  ];
  const done = event.interventions.map(({ type, component, reason }) => [
    type,
    component.name,
    reason?.name ?? null,
  ]);
  return (done.length > 0 ? done : [[null, null, null]]).map((each) => [...what, ...each]);
}

/** `1:05` for an hour and five minutes, which spreadsheets read as a duration. */
function hoursAndMinutes(spanMs: number): string {
  const minutes = Math.round(spanMs / 60_000);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}
