import { beforeAll, expect, it } from "vitest";
import { createAlarm } from "#tests/factories/alarms.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createPlant,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { AlarmPriority } from "#app/domain/alarms/types.ts";
import { toAlarmJson, toTriggeredAlarmJson } from "./alarm-json.server.ts";
import { countAlarmsOn, loadAlarmsOn } from "./count-alarms-on.server.ts";
import { listAlarms, type Alarm } from "./list-alarms.server.ts";
import { listTriggeredAlarms } from "./list-triggered-alarms.server.ts";
import { alarmJson, triggeredAlarmJson } from "./schemas.ts";

const db = openTestDb();
let user: Actor;
const of = (actor: Actor, now = NOW) => ({ db: db(), actor, now });
let mine: { id: number; serialNumber: string };
let foreign: { id: number };
const missing = { code: "not_found", message: "There is no such machine." };

beforeAll(async () => {
  const [here, there] = [
    await createFacility(db(), await createCustomer(db())),
    await createFacility(db(), await createCustomer(db())),
  ];
  mine = await createMachine(db(), { facilityId: here });
  foreign = await createMachine(db(), { facilityId: there });
  const simulated = await createMachine(db(), { facilityId: here, serialNumber: "A_SIM" });
  user = (await createUser(db(), { role: "user", facilityIds: [here] })).actor;
  const add = (deviceId: number, name: string, triggeredAt: number, inAlarm = true) =>
    createAlarm(db(), deviceId, { name, triggeredAt, inAlarm });
  await add(mine.id, "Over current", NOW - 2);
  await add(mine.id, "Blade worn", NOW - 1);
  await add(mine.id, "Was on", NOW, false);
  await add(foreign.id, "Theirs", NOW);
  await add(simulated.id, "Bench", NOW);
});

it("triggered alarms are those that are on, of listed machines, the newest first", async () => {
  const rows = await listTriggeredAlarms(of(user));
  expect(rows.map(({ name, status, url }) => [name, status, url])).toEqual([
    ["Blade worn", "TRIGGERED", `/machines/${mine.id}/alarms`],
    ["Over current", "TRIGGERED", `/machines/${mine.id}/alarms`],
  ]);
  for (const row of rows) triggeredAlarmJson.parse(toTriggeredAlarmJson(row));
  const all = await listTriggeredAlarms(of((await createUser(db(), { role: "superuser" })).actor));
  expect(all.map(({ name }) => name)).toEqual(["Bench", "Theirs", "Blade worn", "Over current"]);
  expect(await listTriggeredAlarms(of(user), { limit: 1 })).toHaveLength(1);
  expect(await listTriggeredAlarms(of({ ...user, facilityIds: [] }))).toEqual([]);
});

it("a machine's alarms come by name, on or not; a foreign machine has none", async () => {
  const rows = await listAlarms({ db: db(), actor: user }, mine.serialNumber);
  expect(rows.map((row) => alarmJson.parse(toAlarmJson(row)).status)).toEqual([
    "TRIGGERED",
    "TRIGGERED",
    "OK",
  ]);
  for (const id of [foreign.id, 987_654])
    await expect(listAlarms({ db: db(), actor: user }, id)).rejects.toMatchObject(missing);
});

it("by urgency the critical stand before the high, and what is shelved behind all others while it is", async () => {
  const plant = await createPlant(db());
  const add = (name: string, priority: AlarmPriority, more: Partial<Alarm> = {}) =>
    createAlarm(db(), plant.deviceId, { name, priority, inAlarm: true, triggeredAt: NOW, ...more });
  await add("Low", "low");
  await add("Shelved", "critical", { shelvedAt: NOW, shelvedUntil: NOW + 5 });
  await add("Older, critical", "critical", { triggeredAt: NOW - 9 });
  await add("High", "high");
  await add("Medium", "medium");
  const urgent = (now: number) => listTriggeredAlarms(of(plant.user, now), { order: "urgent" });
  const rows = await urgent(NOW);
  expect(rows.map(({ name, shelvedUntil }) => [name, shelvedUntil])).toEqual([
    ["Older, critical", null],
    ["High", null],
    ["Medium", null],
    ["Low", null],
    ["Shelved", NOW + 5],
  ]);
  expect((await urgent(NOW + 5))[0]).toMatchObject({ name: "Shelved", shelvedUntil: null });
  const counts = async (now: number) => [
    await countAlarmsOn(of(plant.user, now)),
    await loadAlarmsOn(of(plant.user, now), plant.deviceId),
  ];
  const { deviceId } = plant;
  expect(await counts(NOW)).toEqual([{ [deviceId]: 4 }, { on: 4, nextReturnMs: 5 }]);
  expect(await counts(NOW + 5)).toEqual([{ [deviceId]: 5 }, { on: 5, nextReturnMs: null }]);
});
