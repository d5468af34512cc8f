import type { BatchItem } from "drizzle-orm/batch";
import { setImmediate } from "node:timers/promises";
import type { Db } from "#app/db/client.server.ts";
import {
  alarms,
  annotations,
  burnRates,
  comments,
  componentReasons,
  components,
  devices,
  events,
  interventions,
  maintenanceHistory,
  maintenances,
  savedQuestions,
  samplers,
  snoozeHistories,
  users,
} from "#app/db/schema/index.ts";
import { demoAnnotations } from "./annotations.ts";
import { demoComments } from "./comments.ts";
import { demoSavedQuestions } from "./saved-questions.ts";
import { DEMO_COMPONENTS, DEMO_REASONS } from "./components.ts";
import { demoAlarms, demoJournal, demoSilence } from "./alarms.ts";
import { demoEvents } from "./events.ts";
import { insertRows } from "./insert-rows.ts";
import { DEMO_MACHINES } from "./machines.ts";
import { demoMaintenance } from "./maintenance.ts";
import type { PastOf } from "./past.ts";
import { crewOf, DEMO_USERS } from "./plants.ts";

/**
 * Components, downtime events, maintenance and alarms of the demo's machines, in one transaction. Machines, samplers and
 * people that were deleted since are left out, so that a demo of an earlier version gets them too.
 */
export async function seedWork(
  db: Db,
  now: number,
  { watchesSilence, pastOf }: { watchesSilence: boolean; pastOf: PastOf },
): Promise<void> {
  const [deviceRows, samplerRows, userRows] = await db.batch([
    db.select({ id: devices.id }).from(devices),
    db.select({ id: samplers.id }).from(samplers),
    db.select({ id: users.id }).from(users),
  ]);
  const [deviceIds, samplerIds, people] = [idsOf(deviceRows), idsOf(samplerRows), idsOf(userRows)];
  const machines = DEMO_MACHINES.filter(({ id }) => deviceIds.has(id));
  const userIds = (machineId: number): number | null => {
    const facilityId = DEMO_MACHINES.find(({ id }) => id === machineId)?.facilityId ?? null;
    const crew = crewOf(facilityId).filter((id) => people.has(id));
    return crew[machineId % crew.length] ?? null;
  };
  const told = demoEvents(machines, { now, pastOf, userIds, samplerIds });
  const work = demoMaintenance(machines, { now, userIds });
  const staffId =
    DEMO_USERS.find(({ id, role }) => role === "superuser" && people.has(id))?.id ?? null;
  const heard = machines.filter(({ id }) => samplerIds.has(id));
  const writing: [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] = [
    insertRows(db, components, DEMO_COMPONENTS),
    insertRows(db, componentReasons, DEMO_REASONS),
    insertRows(db, events, told.events),
    insertRows(db, interventions, told.interventions),
    insertRows(db, maintenances, work.maintenances),
    insertRows(db, maintenanceHistory, work.history),
    insertRows(db, snoozeHistories, work.snoozes),
    insertRows(db, burnRates, work.burnRates),
    insertRows(db, annotations, demoAnnotations(machines, { now, userIds })),
    insertRows(db, comments, demoComments(machines, { now, pastOf, userIds, staffId })),
    insertRows(db, savedQuestions, demoSavedQuestions(machines, { now, userIds })),
    insertRows(db, alarms, demoAlarms(machines, { now })),
    ...(watchesSilence ? [insertRows(db, alarms, demoSilence(heard, { now }))] : []),
    ...demoJournal(db),
  ];
  // What was made above takes a slow machine many seconds: workerd closes a connection that is silent for so long, which is
  // heard of only once the event loop comes round. Sent on that one, the work is lost and with it the first start.
  await setImmediate();
  await db.batch(writing);
}

const idsOf = (rows: readonly { id: number }[]): Set<number> => new Set(rows.map(({ id }) => id));
