import { beforeAll, describe, expect, it } from "vitest";
import { maintenances, serviceTiers } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { loadCompareSetup } from "./load-compare-setup.server.ts";

const db = openTestDb();
let admin: Actor;
let oem: Actor;
let ids: Record<"own" | "peer" | "locked" | "otherModel" | "foreign", number>;

beforeAll(async () => {
  const [acme, globex] = [await createCustomer(db()), await createCustomer(db())];
  const [here, there] = [await createFacility(db(), acme), await createFacility(db(), globex)];
  await db()
    .insert(serviceTiers)
    .values([
      { id: 1, name: "Alarms only", ui: true },
      { id: 2, name: "All", ui: true, reports: true, maintenance: true },
    ]);
  const machine = async (over: object) =>
    (await createMachine(db(), { facilityId: here, serviceTierId: 2, ...over })).id;
  ids = {
    own: await machine({}),
    peer: await machine({}),
    locked: await machine({ serviceTierId: 1 }),
    otherModel: await machine({ model: "700" }),
    foreign: await machine({ facilityId: there }),
  };
  admin = (await createUser(db(), { role: "admin", customerId: acme })).actor;
  oem = (await createUser(db(), { role: "oem_superuser", make: "Sun" })).actor;
});
const load = async (actor: Actor) =>
  loadCompareSetup({ db: db(), actor }, await requireMachine({ db: db(), actor }, ids.own));
const peersOf = async (actor: Actor) =>
  (await load(actor)).peers.map(({ id }) => id).sort((a, b) => a - b);

describe("what a machine can be compared with", () => {
  it("is machines of its make and model that the reader sees and whose tier opens analytics", async () => {
    expect(await peersOf(admin)).toEqual([ids.peer]);
    expect(await peersOf(oem)).toEqual([ids.peer, ids.locked, ids.foreign]);
  });

  it("is the time before its newest maintenance, once one was done", async () => {
    expect((await load(admin)).lastMaintenanceAt).toBeNull();
    const row = {
      deviceId: ids.own,
      kind: "custom",
      type: "replacement" as const,
      verbs: {} as never,
      target: "belt",
      actions: [],
      cutoffValue: 10,
      createdAt: NOW,
    };
    await db()
      .insert(maintenances)
      .values([
        { ...row, name: "Belt", lastPerformedAt: NOW - 5 },
        { ...row, name: "Blade", lastPerformedAt: NOW - 2 },
        { ...row, name: "Oil", lastPerformedAt: null },
        { ...row, name: "Belt", deviceId: ids.peer, lastPerformedAt: NOW - 1 },
      ]);
    expect((await load(admin)).lastMaintenanceAt).toBe(NOW - 2);
  });
});
