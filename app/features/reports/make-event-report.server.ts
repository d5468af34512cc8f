/** Spec 002 §2 events tab, §3 event for export. */
import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { BYTE_ORDER_MARK, csvLine, type CsvValue } from "#app/domain/formats/csv.ts";
import { zonedIso } from "#app/domain/formats/zoned-iso.ts";
import { authorOf, type MachineEvent } from "#app/features/events/event-record.server.ts";
import { listEvents } from "#app/features/events/list-events.server.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { DemoReport } from "./demo-report.ts";
import type { ReportFile } from "./report.ts";

type Deps = { db: Db; actor: Actor };
type Input = {
  device: string;
  startMs: number;
  endMs: number;
  hasMark: boolean;
  shown: DemoReport["shown"];
};

const NO_DOWNTIME = "No Downtime";
const HEADER = [
  "id",
  "name",
  "author",
  "device_name",
  "start_at",
  "end_at",
  "downtime_start_at",
  "downtime_end_at",
  "downtime",
  "notes",
  "intervention_type",
  "intervention_component",
  "intervention_reason",
];

/** A machine's events that overlap the range, a row for each intervention; null when there are none. */
export async function makeEventReport(deps: Deps, input: Input): Promise<ReportFile | null> {
  const machine = await requireMachine(deps, input.device);
  const events = await listEvents(deps, { ...input, device: machine.id });
  if (events.length === 0) return null;
  const toIso = zonedIso(machine.facility?.timezone ?? "UTC");
  return { name: "HeliosEventReport.csv", type: "text/csv", text: write() };

  async function* write(): AsyncGenerator<string, void> {
    yield (
      (input.hasMark ? BYTE_ORDER_MARK : "") +
      csvLine(HEADER) +
      input
        .shown({ events })
        .events.map((event) => linesOf(event, toIso))
        .join("")
    );
  }
}

function linesOf(event: MachineEvent, toIso: (timeMs: number) => string): string {
  const { downtimeStartAt: from, downtimeEndAt: to } = event;
  const isDown = from !== null && to !== null && to > from;
  const what: CsvValue[] = [
    event.id,
    event.name,
    authorOf(event),
    event.device.name,
    toIso(event.startAt),
    toIso(event.endAt),
    isDown ? toIso(from) : null,
    isDown ? toIso(to) : null,
    isDown ? hoursAndMinutes(to - from) : NO_DOWNTIME,
    event.notes,
  ];
  const done = event.interventions.map(({ type, component, reason }) => [
    type,
    component.name,
    reason?.name ?? null,
  ]);
  return (done.length > 0 ? done : [[null, null, null]])
    .map((each) => csvLine([...what, ...each]))
    .join("");
}

/** `1:05` for an hour and five minutes, which spreadsheets read as a duration. */
function hoursAndMinutes(spanMs: number): string {
  const minutes = Math.round(spanMs / 60_000);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}
