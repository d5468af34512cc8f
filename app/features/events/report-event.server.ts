import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "#app/db/client.server.ts";
import { componentReasons, components, events, interventions } from "#app/db/schema/index.ts";
import { requireTier } from "#app/domain/access/permissions.ts";
import { authorOf, type Actor } from "#app/domain/access/types.ts";
import { AppError, fieldSentence, type FieldErrors } from "#app/domain/errors.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import type { AuditDeps } from "#app/features/audit/write-audit.server.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import { isPartOf } from "./list-components.server.ts";
import { readEvents, type MachineEvent } from "./event-record.server.ts";
import type { ReportEvent } from "./schemas.ts";

/** Clocks of plants run ahead a little. */
const CLOCK_SLACK_MS = 60_000;

/** Records what happened to one of the actor's machines, in the actor's name. */
export async function reportEvent(
  deps: AuditDeps & { actor: Actor },
  input: ReportEvent,
): Promise<MachineEvent> {
  const { db, actor, now } = deps;
  const machine = await requireMachine({ db, actor }, input.device_id);
  requireTier(actor, machine, "accessEvents");
  const fields = {
    ...futureFields(input, now),
    ...(await interventionFields(db, machine, input.interventions)),
  };
  if (Object.keys(fields).length > 0) {
    throw new AppError("validation_failed", { message: fieldSentence(fields), fields });
  }
  const event = db
    .insert(events)
    .values({
      deviceId: machine.id,
      name: input.name,
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
  const [[row]] = await db.batch([event, audit, ...interventionRows(db, done)]);
  const [reported] = row ? await readEvents(db, eq(events.id, row.id), 1) : [];
  if (!reported) throw new Error("the event was not inserted");
  return reported;
}

/** For the same batch as the event: they belong to the event inserted last. */
function interventionRows(db: Db, done: ReportEvent["interventions"]): BatchItem<"sqlite">[] {
  if (done.length === 0) return [];
  const eventId =
    sql<number>`(select seq from sqlite_sequence where name = 'events')` as unknown as number;
  const rows = done.map(({ type, component_id, component_part_number, reason_id }) => ({
    eventId,
    type,
    componentId: component_id,
    componentPartNumber: component_part_number,
    reasonId: reason_id,
  }));
  return [db.insert(interventions).values(rows)];
}

function futureFields(input: ReportEvent, now: number): FieldErrors {
  const times = ["start_at", "end_at", "downtime_start_at", "downtime_end_at"] as const;
  const future = times.filter((field) => (input[field] ?? 0) > now + CLOCK_SLACK_MS);
  return Object.fromEntries(future.map((field) => [field, [{ code: "future" as const }]]));
}

/** Components must be parts of the machine's make and model, and a reason must be one of its component's. */
async function interventionFields(
  db: Db,
  machine: Machine,
  done: ReportEvent["interventions"],
): Promise<FieldErrors> {
  if (done.length === 0) return {};
  const ids = [...new Set(done.map((one) => one.component_id))];
  const rows = await db
    .select({ componentId: components.id, reasonId: componentReasons.id })
    .from(components)
    .leftJoin(componentReasons, eq(componentReasons.componentId, components.id))
    .where(and(inArray(components.id, ids), isPartOf(machine)))
    .orderBy(asc(components.id));
  const fields: FieldErrors = {};
  done.forEach((one, index) => {
    const known = rows.filter((row) => row.componentId === one.component_id);
    if (known.length === 0)
      fields[`interventions.${index}.component_id`] = [
        { code: "part_of_machine", id: one.component_id },
      ];
    else if (one.reason_id !== null && !known.some((row) => row.reasonId === one.reason_id))
      fields[`interventions.${index}.reason_id`] = [{ code: "reason_of_component" }];
  });
  return fields;
}
