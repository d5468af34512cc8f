import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { createAlarm } from "#tests/factories/alarms.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createFacility, createMachine, createPlant, NOW } from "#tests/factories/people.ts";
import { users } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { shelveAlarm, unshelveAlarm } from "./handle-alarm.server.ts";
import { listShelvedAlarms } from "./list-shelved.server.ts";
import { shelvedJson, toShelvedJson } from "./shelved.ts";

const db = openTestDb();
let admin: Actor;
let stranger: Actor;
let facilityId: number;
let other: number;
let shelved: number;
const as = (actor: Actor, now = NOW) => ({ db: db(), now, actor, machineChanged: () => undefined });

beforeAll(async () => {
  const plant = await createPlant(db());
  ({ facilityId, admin, stranger } = plant);
  other = await createFacility(db(), plant.customerId);
  await db()
    .update(users)
    .set({ firstName: "Ada", lastName: "B" })
    .where(eq(users.id, admin.userId!));
  const add = async (facility: number, name: string) =>
    createAlarm(db(), (await createMachine(db(), { facilityId: facility })).id, { name });
  shelved = await add(facilityId, "Hot");
  const elsewhere = await add(other, "Cold");
  await add(facilityId, "Never shelved");
  await shelveAlarm(as(admin), shelved, { for: "1h", reason: "Sensor on order" });
  await shelveAlarm(as(admin), elsewhere, { for: "15m", reason: "Test" });
});

it("tells who shelved what of a facility, why and until when, as long as it is shelved", async () => {
  const rows = await listShelvedAlarms(as(admin), { facilityId });
  expect(rows).toMatchObject([
    {
      alarmName: "Hot",
      shelvedByName: "Ada B",
      shelvedReason: "Sensor on order",
      shelvedUntil: NOW + HOUR_MS,
    },
  ]);
  for (const row of rows) shelvedJson.parse(toShelvedJson(row));
  const all = await listShelvedAlarms(as(admin));
  expect(all.map(({ alarmName }) => alarmName)).toEqual(["Cold", "Hot"]);
  expect(await listShelvedAlarms(as(admin, NOW + HOUR_MS), { facilityId })).toEqual([]);
});

it("knows no facility of others, and nothing of their machines", async () => {
  await expect(listShelvedAlarms(as(stranger), { facilityId })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await listShelvedAlarms(as(stranger))).toEqual([]);
});

it("leaves out what is not shelved any more", async () => {
  await unshelveAlarm(as(admin), shelved);
  expect(await listShelvedAlarms(as(admin), { facilityId })).toEqual([]);
});
