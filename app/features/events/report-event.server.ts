import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "#app/db/client.server.ts";
import { onlyIf } from "#app/db/only-if.ts";
import { events, interventions } from "#app/db/schema/index.ts";
import { requireTier } from "#app/domain/access/permissions.ts";
import { authorOf, type Actor } from "#app/domain/access/types.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { AppError, fieldSentence } from "#app/domain/errors.ts";
import { MAX_EVENTS_PER_MACHINE_AND_DAY } from "#app/domain/limits.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import type { AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import { addOnce, type Sent } from "#app/platform/add-once.server.ts";
import { isNullRefused } from "#app/platform/db-errors.ts";
import { requireMachineInService } from "#app/features/machines/get-machine.server.ts";
import { futureFields, interventionProblems } from "./check-event.server.ts";
import { readEvents, type MachineEvent } from "./event-record.server.ts";
import { requireEvent } from "./get-event.server.ts";
import type { ReportEvent } from "./schemas.ts";

type Deps = AuditDeps & { actor: Actor };

/** Records what happened to one of the actor's machines, in the actor's name. 409 when the day has as many as there may be. */
export const reportEvent = (
  deps: Deps & { sent?: Sent | undefined },
  input: ReportEvent,
): Promise<MachineEvent> =>
  addOnce(
    deps,
    (asSent) => addEvent(deps, input, asSent),
    (id) => requireEvent(deps, id),
  );

async function addEvent(
  deps: Deps,
  input: ReportEvent,
  asSent: BatchItem<"sqlite">[],
): Promise<MachineEvent> {
  const { db, actor, now } = deps;
  const machine = await requireMachineInService({ db, actor }, input.device_id);
  requireTier(actor, machine, "accessEvents");
  const fields = {
    ...futureFields(input, now),
    ...(await interventionProblems(db, machine, input.interventions)),
  };
  if (Object.keys(fields).length > 0) {
    throw new AppError("validation_failed", { message: fieldSentence(fields), fields });
  }
  const ofDay = sql`(select count(*) from events where device_id = ${machine.id} and created_at > ${now - DAY_MS})`;
  const event = db
    .insert(events)
    .values({
      deviceId: machine.id,
      name: onlyIf(sql`${ofDay} < ${MAX_EVENTS_PER_MACHINE_AND_DAY}`, input.name),
      startAt: input.start_at,
      endAt: input.end_at,
      downtimeStartAt: input.downtime_start_at,
      downtimeEndAt: input.downtime_end_at,
      notes: input.notes,
      userId: authorOf(actor),
      createdAt: now,
    })
    .returning({ id: events.id });
  const { device_id: _device, interventions: done, ...told } = input;
  const audit = auditOfMachine(deps, {
    action: "event.reported",
    id: sql<number>`last_insert_rowid()`,
    deviceId: machine.id,
    after: { ...told, interventions: done.length },
  });
  // The event of this batch.
  const own =
    sql<number>`(select seq from sqlite_sequence where name = 'events')` as unknown as number;
  const [[row]] = await db
    .batch([event, audit, ...asSent, ...insertInterventions(db, own, done)])
    .catch(rethrowFull);
  const [reported] = row ? await readEvents(db, eq(events.id, row.id), 1) : [];
  if (!reported) throw new Error("the event was not inserted");
  return reported;
}

function rethrowFull(error: unknown): never {
  if (isNullRefused(error, "events.name"))
    throw new AppError("conflict", {
      message: `A machine takes at most ${MAX_EVENTS_PER_MACHINE_AND_DAY} events within 24 hours; report it later.`,
      problem: { code: "limit_of_day", most: MAX_EVENTS_PER_MACHINE_AND_DAY },
    });
  throw error;
}

/** For the same batch as the event; `eventId` may be told by the batch itself. */
export function insertInterventions(
  db: Db,
  eventId: number,
  done: ReportEvent["interventions"],
): BatchItem<"sqlite">[] {
  if (done.length === 0) return [];
  const rows = done.map(({ type, component_id, component_part_number, reason_id }) => ({
    eventId,
    type,
    componentId: component_id,
    componentPartNumber: component_part_number,
    reasonId: reason_id,
  }));
  return [db.insert(interventions).values(rows)];
}
