import { beforeAll, expect, it } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { alarms } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { loadWallAlarms } from "./load-wall-alarms.server.ts";

const db = openTestDb();
let user: Actor;
let stranger: Actor;

beforeAll(async () => {
  const customerId = await createCustomer(db());
  const facilityId = await createFacility(db(), customerId);
  const { id: deviceId } = await createMachine(db(), { facilityId });
  user = (await createUser(db(), { role: "user", customerId, facilityIds: [facilityId] })).actor;
  stranger = (await createUser(db(), { role: "admin", customerId: await createCustomer(db()) }))
    .actor;
  type Row = Partial<typeof alarms.$inferInsert> & { name: string };
  const alarm = (row: Row) => ({
    ...{ deviceId, createdAt: NOW, inAlarm: true, isAcknowledged: false, triggeredAt: NOW },
    function: "value_threshold_for_time_period_in_state" as const,
    arguments: { tag_name: "t", period: 1_000, comp: ">" as const, threshold: 1 },
    ...row,
  });
  await db()
    .insert(alarms)
    .values([
      alarm({ name: "Old high", priority: "high", triggeredAt: NOW - 9 }),
      alarm({ name: "New high", priority: "high" }),
      alarm({ name: "Oldest high", priority: "high", triggeredAt: NOW - 99 }),
      alarm({ name: "Critical", priority: "critical", triggeredAt: NOW - 999 }),
      alarm({ name: "Medium", priority: "medium" }),
      alarm({ name: "Acknowledged", priority: "critical", isAcknowledged: true }),
      alarm({ name: "Off again", priority: "critical", inAlarm: false }),
      alarm({ name: "Shelved", priority: "critical", shelvedUntil: NOW + 1, shelvedAt: NOW }),
    ]);
});

it("a wall shows raised alarms of high and critical priority, the critical first", async () => {
  const { alarms: shown } = await loadWallAlarms({ db: db(), actor: user, now: NOW });
  expect(shown.map(({ name }) => name)).toEqual([
    "Critical",
    "New high",
    "Old high",
    "Oldest high",
  ]);
  // A shelved one comes back by itself.
  expect((await loadWallAlarms({ db: db(), actor: user, now: NOW + 1 })).alarms).toHaveLength(5);
});

it("it shows nothing of others' machines", async () => {
  expect(await loadWallAlarms({ db: db(), actor: stranger, now: NOW })).toEqual({
    alarms: [],
  });
});
