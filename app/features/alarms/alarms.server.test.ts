import { beforeAll, expect, it } from "vitest";
import { createAlarm } from "#tests/factories/alarms.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { toAlarmJson, toTriggeredAlarmJson } from "./alarm-json.server.ts";
import { listAlarms } from "./list-alarms.server.ts";
import { listTriggeredAlarms } from "./list-triggered-alarms.server.ts";
import { alarmJson, triggeredAlarmJson } from "./schemas.ts";

const db = openTestDb();
let user: Actor;
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
  const rows = await listTriggeredAlarms({ db: db(), actor: user });
  expect(rows.map(({ name, status, url }) => [name, status, url])).toEqual([
    ["Blade worn", "TRIGGERED", `/machines/${mine.id}/alarms`],
    ["Over current", "TRIGGERED", `/machines/${mine.id}/alarms`],
  ]);
  for (const row of rows) triggeredAlarmJson.parse(toTriggeredAlarmJson(row));
  const all = await listTriggeredAlarms({
    db: db(),
    actor: (await createUser(db(), { role: "superuser" })).actor,
  });
  expect(all.map(({ name }) => name)).toEqual(["Bench", "Theirs", "Blade worn", "Over current"]);
  expect(await listTriggeredAlarms({ db: db(), actor: user }, { limit: 1 })).toHaveLength(1);
  expect(await listTriggeredAlarms({ db: db(), actor: { ...user, facilityIds: [] } })).toEqual([]);
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
