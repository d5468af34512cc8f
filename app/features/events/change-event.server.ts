import { and, eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { changeAsItStands, isAsRead } from "#app/db/as-it-stands.ts";
import { events, interventions } from "#app/db/schema/index.ts";
import { changedFields } from "#app/domain/access/audit.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError, fieldSentence, type FieldErrors } from "#app/domain/errors.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import { hasChanged, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import { requireMachineInService } from "#app/features/machines/get-machine.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import { futureFields, interventionProblems } from "./check-event.server.ts";
import { isOwnEvent, type MachineEvent } from "./event-record.server.ts";
import { requireEvent } from "./get-event.server.ts";
import { insertInterventions } from "./report-event.server.ts";
import { timeProblems, type EventChanges, type ReportEvent } from "./schemas.ts";

type ReportedEvent = Omit<ReportEvent, "device_id">;
type Deps = AuditDeps & { actor: Actor };

/** By the names that a report has. Times are checked with each other. */
const COLUMNS = {
  name: "name",
  start_at: "startAt",
  end_at: "endAt",
  downtime_start_at: "downtimeStartAt",
  downtime_end_at: "downtimeEndAt",
  notes: "notes",
} as const;
const TIMES = ["startAt", "endAt", "downtimeStartAt", "downtimeEndAt"] as const;

/**
 * Changes an event by the rules of reporting one: for who reported it alone. What is left out stays, and is not judged
 * anew: a component that the machine's make no longer has may stay in an old report.
 */
export async function changeEvent(
  deps: Deps,
  id: number,
  changes: EventChanges,
): Promise<MachineEvent> {
  return changeAsItStands(() => tryToChange(deps, id, changes));
}

/** Null when its times were changed since they were read. */
async function tryToChange(
  deps: Deps,
  id: number,
  changes: EventChanges,
): Promise<MachineEvent | null> {
  const { db, actor, now } = deps;
  const event = await requireEvent(deps, id);
  if (!isOwnEvent(actor, event))
    throw new AppError("forbidden", { message: "An event is changed by who reported it." });
  const machine = await requireMachineInService({ db, actor }, event.device.id);
  const told = toldOf(event);
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<ReportedEvent>;
  const { before, after } = changedFields(told, { ...told, ...emptyAsNull(given) });
  if (Object.keys(after).length === 0) return event;
  const next = { ...told, ...after } as ReportedEvent;
  await check(deps, machine, { told, next, changed: after });

  const columns = Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([name, column]) =>
      name in after ? [[column, next[name as keyof typeof COLUMNS]]] : [],
    ),
  );
  const checkedWith = TIMES.some((name) => name in columns) ? TIMES : [];
  const isChanged = await hasChanged(
    db.batch([
      db
        .update(events)
        .set({ ...columns, changedAt: now })
        .where(
          and(
            eq(events.id, id),
            eq(events.userId, actor.userId),
            isAsRead(events, event, checkedWith),
          ),
        ),
      auditOfMachine(deps, {
        action: "event.changed",
        id,
        deviceId: event.device.id,
        before,
        after,
        mustChange: true,
      }),
      ...("interventions" in after ? replaceInterventions(deps, id, next.interventions) : []),
    ]),
  );
  if (!isChanged) return null;
  return requireEvent(deps, id);
}

/** As it was told, and would be told again. */
const toldOf = (event: MachineEvent): ReportedEvent => ({
  name: event.name,
  start_at: event.startAt,
  end_at: event.endAt,
  downtime_start_at: event.downtimeStartAt,
  downtime_end_at: event.downtimeEndAt,
  notes: event.notes,
  interventions: event.interventions.map(({ type, component, componentPartNumber, reason }) => ({
    type,
    component_id: component.id,
    component_part_number: componentPartNumber,
    reason_id: reason?.id ?? null,
  })),
});

const emptyAsNull = (given: Partial<ReportedEvent>): Partial<ReportedEvent> =>
  given.notes === "" ? { ...given, notes: null } : given;

async function check(
  { db, now }: Deps,
  machine: Machine,
  {
    told,
    next,
    changed,
  }: { told: ReportedEvent; next: ReportedEvent; changed: Partial<ReportedEvent> },
): Promise<void> {
  const order = Object.entries(timeProblems(next)).map(([field, problem]) => [field, [problem]]);
  const known = new Set(told.interventions.map(partOf));
  const isNew = next.interventions.map((one) => !known.has(partOf(one)));
  const judged = await interventionProblems(db, machine, next.interventions);
  const fields: FieldErrors = {
    ...(Object.fromEntries(order) as FieldErrors),
    ...futureFields(changed, now),
    ...Object.fromEntries(
      Object.entries(judged).filter(([field]) => isNew[Number(field.split(".")[1])]),
    ),
  };
  if (Object.keys(fields).length > 0)
    throw new AppError("validation_failed", { message: fieldSentence(fields), fields });
}

const partOf = ({ component_id, reason_id }: ReportedEvent["interventions"][number]): string =>
  `${component_id} ${reason_id}`;

const replaceInterventions = (
  { db }: AuditDeps,
  eventId: number,
  done: ReportedEvent["interventions"],
): BatchItem<"sqlite">[] => [
  db.delete(interventions).where(eq(interventions.eventId, eventId)),
  ...insertInterventions(db, eventId, done),
];
