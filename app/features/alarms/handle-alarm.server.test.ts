import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { createAlarm } from "#tests/factories/alarms.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createPlant, NOW } from "#tests/factories/people.ts";
import { alarmJournal, maintenances } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import { dayOf } from "#app/domain/formats/local-days.ts";
import { deleteMaintenance } from "#app/features/maintenance/delete-maintenance.server.ts";
import { completeMaintenance } from "#app/features/maintenance/update-maintenance.server.ts";
import { acknowledgeAlarm, shelveAlarm, unshelveAlarm } from "./handle-alarm.server.ts";
import { listMachineAlarms } from "./load-machine-alarms.server.ts";
import { saveAlarmStates } from "./save-alarm-states.server.ts";

const db = openTestDb();
let admin: Actor;
let user: Actor;
let superuser: Actor;
let stranger: Actor;
let deviceId: number;
const changed: string[] = [];
const as = (actor: Actor, now = NOW) => ({
  db: db(),
  now,
  actor,
  machineChanged: (_id: number, what: string) => void changed.push(what),
});
const add = () => createAlarm(db(), deviceId);
const shown = async (id: number, now = NOW) =>
  (await listMachineAlarms({ db: db(), now }, deviceId)).find((one) => one.id === id)!;
const journal = async (id: number) =>
  (await db().select().from(alarmJournal).where(eq(alarmJournal.alarmId, id))).map(
    ({ kind, note }) => [kind, note],
  );

beforeAll(async () => {
  ({ deviceId, admin, user, superuser, stranger } = await createPlant(db()));
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
  await expect(acknowledgeAlarm(as(user), id, {})).rejects.toMatchObject({
    problem: { code: "acknowledged_already" },
  });
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
  await expect(unshelveAlarm(as(admin), id)).rejects.toMatchObject({
    code: "conflict",
    problem: { code: "not_shelved" },
  });
});

const addWork = async (name: string) => {
  const work = {
    ...{ deviceId, name, kind: "feed_belts" as const, type: "replacement" as const },
    ...{
      verbs: VERBS.replacement,
      target: "belts",
      actions: ["Stop."],
      cutoffValue: 20,
      createdAt: NOW,
    },
  };
  return (await db().insert(maintenances).values(work).returning())[0]!.id;
};
const shelveFor = async (maintenanceId?: number) => {
  const id = await add();
  await shelveAlarm(as(admin), id, { for: "maintenance", reason: "belts", maintenanceId });
  return id;
};
const isShelvedAt = async (id: number, now: number) => (await shown(id, now)).shelvedUntil !== null;

it("an alarm that is shelved for a maintenance comes back when that is marked as done, of whatever day", async () => {
  await expect(shelveFor()).rejects.toMatchObject({ code: "validation_failed" });
  const work = await addWork("Belts");
  const id = await shelveFor(work);
  expect(await shown(id, NOW + 48 * HOUR_MS)).toMatchObject({ isShelvedByMaintenance: true });
  expect(await isShelvedAt(id, NOW + 48 * HOUR_MS)).toBe(true);
  changed.length = 0;
  // It was done the day before it is said: at a noon that was before the shelving.
  const saidAt = NOW + 24 * HOUR_MS;
  const performedAt = dayOf(NOW - 24 * HOUR_MS, "America/Chicago");
  await completeMaintenance(as(superuser, saidAt), work, { performedAt, predictionAccuracy: null });
  expect(await isShelvedAt(id, saidAt)).toBe(false);
  expect(changed).toContain("alarms");
});

it("an alarm that is shelved for a maintenance comes back when that is deleted", async () => {
  const work = await addWork("Rolls");
  const id = await shelveFor(work);
  expect(await isShelvedAt(id, NOW + HOUR_MS)).toBe(true);
  await deleteMaintenance(as(superuser), work, { all: false });
  expect(await isShelvedAt(id, NOW + HOUR_MS)).toBe(false);
});
