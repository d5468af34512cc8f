import { asc, desc, eq, inArray, type SQL, type SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#app/db/client.server.ts";
import {
  componentReasons,
  components,
  devices,
  events,
  interventions,
  samplers,
  users,
} from "#app/db/schema/index.ts";
import { authorOf as actorId, type Actor } from "#app/domain/access/types.ts";
import type { InterventionType } from "#app/domain/events/interventions.ts";

export type Intervention = {
  id: number;
  type: InterventionType;
  component: { id: number; name: string; parentName: string | null };
  componentPartNumber: string | null;
  reason: { id: number; name: string } | null;
};

export type MachineEvent = {
  id: number;
  device: { id: number; name: string; serialNumber: string };
  name: string;
  startAt: number;
  endAt: number;
  /** Both or neither. */
  downtimeStartAt: number | null;
  downtimeEndAt: number | null;
  notes: string | null;
  /** Who reported it; both null when that account or sampler is gone. */
  user: { id: number; firstName: string; lastName: string } | null;
  sampler: { id: number; name: string } | null;
  kiwiClass: number | null;
  createdAt: number;
  changedAt: number | null;
  interventions: Intervention[];
};

/**
 * Events with author and interventions, the newest first: two reads side by side. Not one batch: D1 answers a batch
 * by column names, and joined tables share theirs.
 */
export async function readEvents(
  db: Db,
  where: SQL | undefined,
  limit: number,
): Promise<MachineEvent[]> {
  const newest = [desc(events.startAt), desc(events.id)];
  const [rows, done] = await Promise.all([
    db
      .select({
        event: events,
        device: { id: devices.id, name: devices.name, serialNumber: devices.serialNumber },
        user: { id: users.id, firstName: users.firstName, lastName: users.lastName },
        sampler: { id: samplers.id, name: samplers.name },
      })
      .from(events)
      .innerJoin(devices, eq(devices.id, events.deviceId))
      .leftJoin(users, eq(users.id, events.userId))
      .leftJoin(samplers, eq(samplers.id, events.samplerId))
      .where(where)
      .orderBy(...newest)
      .limit(limit),
    selectInterventions(
      db,
      db
        .select({ id: events.id })
        .from(events)
        .where(where)
        .orderBy(...newest)
        .limit(limit),
    ),
  ]);
  const byEvent = Map.groupBy(done, (row) => row.eventId);
  return rows.map(({ event, device, user, sampler }) => {
    const { deviceId: _device, userId: _user, samplerId: _sampler, ...fields } = event;
    return {
      ...fields,
      device,
      user,
      sampler,
      interventions: (byEvent.get(event.id) ?? []).map(toIntervention),
    };
  });
}

function selectInterventions(db: Db, eventIds: SQLWrapper) {
  const parent = alias(components, "parent");
  return db
    .select({
      id: interventions.id,
      eventId: interventions.eventId,
      type: interventions.type,
      componentPartNumber: interventions.componentPartNumber,
      component: { id: components.id, name: components.name },
      parentName: parent.name,
      reason: { id: componentReasons.id, name: componentReasons.name },
    })
    .from(interventions)
    .innerJoin(components, eq(components.id, interventions.componentId))
    .leftJoin(parent, eq(parent.id, components.parentId))
    .leftJoin(componentReasons, eq(componentReasons.id, interventions.reasonId))
    .where(inArray(interventions.eventId, eventIds))
    .orderBy(asc(interventions.id));
}

type InterventionRow = Awaited<ReturnType<typeof selectInterventions>>[number];

const toIntervention = ({
  component,
  parentName,
  eventId: _event,
  ...row
}: InterventionRow): Intervention => ({
  ...row,
  component: { ...component, parentName },
});

/** The author's name as tables show it; null when nobody is known any more. In demo mode a person has one name. */
export function authorOf({ user, sampler }: Pick<MachineEvent, "user" | "sampler">): string | null {
  return user ? `${user.firstName} ${user.lastName}`.trim() : (sampler?.name ?? null);
}

/** Whether the actor reported it: nobody else changes it, and of what a sampler reported nobody does. */
export const isOwnEvent = (actor: Actor, { user }: Pick<MachineEvent, "user">): boolean =>
  user !== null && user.id === actorId(actor);
