import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createAlarm as insertAlarm } from "#tests/factories/alarms.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createPlant, NOW } from "#tests/factories/people.ts";
import type { Db } from "#app/db/client.server.ts";
import { alarmJournal, alarms, devices, facilities } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { countAlarmsOn } from "./count-alarms-on.server.ts";
import { createAlarm, deleteAlarm, updateAlarm } from "./define-alarm.server.ts";
import { acknowledgeAlarm, shelveAlarm, unshelveAlarm } from "./handle-alarm.server.ts";

const db = openTestDb();
let superuser: Actor;
let deviceId: number;
let facilityId: number;
let raised: number;
let shelved: number;

const depsOf = (own: Db) => ({
  ...{ db: own, now: NOW, actor: superuser, machineChanged: () => {} },
  ...{ recorder: () => ({ configure: async () => {} }), jobs: { send: async () => {} } },
});
type Deps = ReturnType<typeof depsOf>;

const threshold = {
  name: "Over current",
  function: "value_threshold_for_time_period_in_state" as const,
  arguments: { tag_name: "t", period: 1_000, comp: ">" as const, threshold: 1 },
};
const acts: [string, (deps: Deps) => Promise<unknown>][] = [
  ["added", (deps) => createAlarm(deps, deviceId, threshold)],
  ["changed", (deps) => updateAlarm(deps, raised, { name: "Other" })],
  ["deleted", (deps) => deleteAlarm(deps, raised)],
  ["acknowledged", (deps) => acknowledgeAlarm(deps, raised, { note: "seen" })],
  ["shelved", (deps) => shelveAlarm(deps, raised, { for: "1h", reason: "tests" })],
  ["unshelved", (deps) => unshelveAlarm(deps, shelved)],
];

const retire = () => db().update(devices).set({ retiredAt: NOW }).where(eq(devices.id, deviceId));
const whatStands = async () => [
  await db().select().from(alarms).where(eq(alarms.deviceId, deviceId)),
  await db().$count(alarmJournal),
];
const OUT_OF_SERVICE = { code: "conflict", problem: { code: "out_of_service" } };

beforeEach(async () => {
  ({ deviceId, facilityId, superuser } = await createPlant(db()));
  raised = await insertAlarm(db(), deviceId, { inAlarm: true, isAcknowledged: false });
  shelved = await insertAlarm(db(), deviceId, { shelvedUntil: NOW + 1 });
});

describe.each(acts)("an alarm is not %s on a machine", (_, act) => {
  it("that is out of service", async () => {
    await retire();
    const before = await whatStands();
    await expect(act(depsOf(db()))).rejects.toMatchObject(OUT_OF_SERVICE);
    expect(await whatStands()).toEqual(before);
  });

  it("whose facility is closed", async () => {
    await db().update(facilities).set({ retiredAt: NOW }).where(eq(facilities.id, facilityId));
    await expect(act(depsOf(db()))).rejects.toMatchObject(OUT_OF_SERVICE);
  });

  it("that goes out of service between the look at it and the change", async () => {
    const before = await whatStands();
    const batch = async (statements: Parameters<Db["batch"]>[0]): Promise<unknown> => {
      await retire();
      return db().batch(statements);
    };
    const late = new Proxy(db(), {
      get: (own, name) => (name === "batch" ? batch : Reflect.get(own, name)),
    });
    await expect(act(depsOf(late))).rejects.toMatchObject(OUT_OF_SERVICE);
    expect(await whatStands()).toEqual(before);
  });
});

it.each(acts)("an alarm is %s on one in service", async (_, act) => {
  await expect(act(depsOf(db()))).resolves.toBeDefined();
});

it("an alarm that was on as its machine went out of service counts as on no more", async () => {
  const counted = () => countAlarmsOn({ db: db(), actor: superuser, now: NOW });
  expect(await counted()).toMatchObject({ [deviceId]: 1 });
  await retire();
  expect(await counted()).not.toHaveProperty(String(deviceId));
});
