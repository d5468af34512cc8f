import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { alarmJournal, alarms, maintenances } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import { acknowledgeAlarm, shelveAlarm, unshelveAlarm } from "./handle-alarm.server.ts";
import { listMachineAlarms } from "./load-machine-alarms.server.ts";
import { saveAlarmStates } from "./save-alarm-states.server.ts";

const db = openTestDb();
let admin: Actor;
let user: Actor;
let stranger: Actor;
let deviceId: number;
const changed: string[] = [];
const as = (actor: Actor, now = NOW) => ({
  db: db(),
  now,
  actor,
  machineChanged: (_id: number, what: string) => void changed.push(what),
});
const add = async () => {
  const rule = { tag_name: "t", period: 1_000, comp: ">" as const, threshold: 1 };
  const kind = "value_threshold_for_time_period_in_state" as const;
  const row = { deviceId, name: "Hot", function: kind, arguments: rule, createdAt: NOW };
  return (await db().insert(alarms).values(row).returning())[0]!.id;
};
const shown = async (id: number, now = NOW) =>
  (await listMachineAlarms({ db: db(), now }, deviceId)).find((one) => one.id === id)!;
const journal = async (id: number) =>
  (await db().select().from(alarmJournal).where(eq(alarmJournal.alarmId, id))).map(
    ({ kind, note }) => [kind, note],
  );

beforeAll(async () => {
  const customerId = await createCustomer(db());
  const facilityId = await createFacility(db(), customerId);
  deviceId = (await createMachine(db(), { facilityId })).id;
  admin = (await createUser(db(), { role: "admin", customerId })).actor;
  user = (await createUser(db(), { role: "user", customerId, facilityIds: [facilityId] })).actor;
  stranger = (await createUser(db(), { role: "admin", customerId: await createCustomer(db()) }))
    .actor;
});

it("an alarm is raised, acknowledged once with a note, cleared, and raised anew unacknowledged", async () => {
  const id = await add();
  const say = (inAlarm: boolean, atMs: number) =>
    saveAlarmStates({ db: db(), now: NOW }, deviceId, [{ id, inAlarm, atMs }]);
  expect((await shown(id)).state).toBe("normal");
  await expect(acknowledgeAlarm(as(user), id, {})).rejects.toMatchObject({ code: "conflict" });
  await say(true, NOW + 1);
  expect((await shown(id)).state).toBe("raised");
  await expect(acknowledgeAlarm(as(stranger), id, {})).rejects.toMatchObject({ code: "not_found" });
  await acknowledgeAlarm(as(user), id, { note: "Cooling on its way" });
  expect(changed.at(-1)).toBe("alarms");
  expect(await shown(id)).toMatchObject({
    state: "acknowledged",
    inAlarm: true,
    acknowledgeNote: "Cooling on its way",
  });
  await say(false, NOW + 2);
  expect((await shown(id)).state).toBe("normal");
  await say(true, NOW + 3);
  await say(false, NOW + 4);
  expect(await shown(id)).toMatchObject({ state: "cleared", acknowledgedAt: null });
  await acknowledgeAlarm(as(admin), id, {});
  expect((await shown(id)).state).toBe("normal");
  expect(await journal(id)).toEqual([
    ["raised", null],
    ["acknowledged", "Cooling on its way"],
    ["cleared", null],
    ["raised", null],
    ["cleared", null],
    ["acknowledged", null],
  ]);
});

it("a shelved alarm comes back by itself, or when somebody says so", async () => {
  const id = await add();
  await expect(shelveAlarm(as(user), id, { for: "1h", reason: "tests" })).rejects.toMatchObject({
    code: "forbidden",
  });
  await shelveAlarm(as(admin), id, { for: "1h", reason: "tests" });
  expect(await shown(id, NOW + HOUR_MS - 1)).toMatchObject({
    shelvedUntil: NOW + HOUR_MS,
    shelvedReason: "tests",
  });
  expect((await shown(id, NOW + HOUR_MS)).shelvedUntil).toBeNull();
  await unshelveAlarm(as(admin), id);
  expect((await shown(id)).shelvedUntil).toBeNull();
  await expect(unshelveAlarm(as(admin), id)).rejects.toMatchObject({ code: "conflict" });
});

it("an alarm that is shelved for a maintenance comes back when that is marked as done", async () => {
  const id = await add();
  const shelve = (maintenanceId?: number) =>
    shelveAlarm(as(admin), id, { for: "maintenance", reason: "belts", maintenanceId });
  await expect(shelve()).rejects.toMatchObject({ code: "validation_failed" });
  const work = {
    ...{ deviceId, name: "Belts", kind: "feed_belts" as const, type: "replacement" as const },
    ...{
      verbs: VERBS.replacement,
      target: "belts",
      actions: ["Stop."],
      cutoffValue: 20,
      createdAt: NOW,
    },
  };
  const [row] = await db().insert(maintenances).values(work).returning();
  await shelve(row!.id);
  expect(await shown(id, NOW + 48 * HOUR_MS)).toMatchObject({ isShelvedByMaintenance: true });
  expect((await shown(id, NOW + 48 * HOUR_MS)).shelvedUntil).not.toBeNull();
  await db()
    .update(maintenances)
    .set({ lastPerformedAt: NOW + HOUR_MS })
    .where(eq(maintenances.id, row!.id));
  expect((await shown(id, NOW + 2 * HOUR_MS)).shelvedUntil).toBeNull();
});
