import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  alarmJournal,
  alarms,
  auditEntries,
  devices,
  samplerKeys,
  samplers,
} from "#app/db/schema/index.ts";
import { completeSap } from "#app/domain/alarms/sap.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { defaultMeasures } from "#app/domain/measures/default-measures.ts";
import { getMachine, requireMachine } from "#app/features/machines/get-machine.server.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import { listMeasures, updateMeasure } from "#app/features/measures/measures.server.ts";
import {
  listFacilities,
  requireFacility,
} from "#app/features/organizations/list-facilities.server.ts";
import { createSampler } from "#app/features/samplers/create-sampler.server.ts";
import { rotateSamplerKey } from "#app/features/samplers/rotate-sampler-key.server.ts";
import { createSamplerSchema } from "#app/features/samplers/schemas.ts";
import type { RecorderConfig } from "#app/domain/series/recorder-port.ts";
import { createAlarm } from "#tests/factories/alarms.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { listMakeModels } from "./list-models.server.ts";
import { machineChanges, machineForm } from "./machine-settings.ts";
import { refreshShadow } from "./refresh-shadow.server.ts";
import {
  restoreFacility,
  restoreMachine,
  retireFacility,
  retireMachine,
} from "./retire-machine.server.ts";
import { updateMachine } from "./update-machine.server.ts";

const db = openTestDb();
let customerId: number;
let plant: number;
let otherPlant: number;
let foreignPlant: number;
let actors: Record<"user" | "admin" | "oem" | "superuser", Actor>;
beforeAll(async () => {
  customerId = await createCustomer(db());
  plant = await createFacility(db(), customerId);
  otherPlant = await createFacility(db(), customerId);
  foreignPlant = await createFacility(db(), await createCustomer(db()));
  const make = async (input: Parameters<typeof createUser>[1]) =>
    (await createUser(db(), input)).actor;
  actors = {
    user: await make({ role: "user", customerId, facilityIds: [plant] }),
    admin: await make({ role: "admin", customerId }),
    oem: await make({ role: "oem_superuser", make: "Sun" }),
    superuser: await make({ role: "superuser" }),
  };
});
type Who = keyof typeof actors;
const told: RecorderConfig[] = [];
const rechecked: (number | null)[] = [];
const toldPages: string[] = [];
const as = (who: Who, now = NOW) => ({
  db: db(),
  now,
  actor: actors[who],
  address: null,
  recorder: () => ({
    configure: (config: RecorderConfig) => Promise.resolve(void told.push(config)),
  }),
  jobs: { send: () => Promise.resolve() },
  accessChanged: (owner: { customerId: number | null }) => void rechecked.push(owner.customerId),
  machineChanged: (deviceId: number, what: string) => void toldPages.push(`${deviceId} ${what}`),
});
const newMachine = (facilityId: number | null = plant) =>
  createMachine(db(), { facilityId, make: "Sun" });
const withSampler = async () => {
  const machine = await newMachine();
  const input = createSamplerSchema.parse({ name: "S", spec: "http", device_id: machine.id });
  await createSampler(as("superuser"), input);
  return machine;
};
const keysNow = async (id: number) => {
  const config = told.filter(({ deviceId }) => deviceId === id).at(-1);
  return config?.samplers.flatMap(({ keys }) => keys).length;
};

describe("changing a machine", () => {
  it("by its serial number: facility, names, micro stops; recorder and sockets hear of it, the log too", async () => {
    const machine = await newMachine(null);
    const changed = await updateMachine(as("oem"), machine.serialNumber, {
      facilityId: plant,
      name: "Line 4",
      model: "725",
      manufacturerSerialNumber: "M-7",
      microStopSeconds: 30,
    });
    expect(changed).toMatchObject({
      name: "Line 4",
      model: "725",
      manufacturerSerialNumber: "M-7",
      microStopSeconds: 30,
      facility: { id: plant },
    });
    expect(told.at(-1)).toMatchObject({ deviceId: machine.id, version: 2 });
    expect(rechecked).toContain(customerId);
    expect(toldPages).toContain(`${machine.id} settings`);
    const [line] = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "machine.changed"));
    expect(line).toMatchObject({
      customerId,
      before: { facility_id: null, micro_stop_seconds: 90 },
    });
  });

  it("that has no place is told to the pages of those who see it", async () => {
    const { id } = await newMachine(null);
    rechecked.length = 0;
    await updateMachine(as("superuser"), id, { name: "Line 5" });
    expect(rechecked).toEqual([null]);
    await updateMachine(as("superuser"), id, { facilityId: plant });
    expect(rechecked).toEqual([null, customerId]);
  });

  it("set up as one of another make has that make's measures, also where somebody looked before, unless they are one's own", async () => {
    const [seen, changed] = [await newMachine(null), await newMachine(null)];
    const keysOf = async (id: number) =>
      (await listMeasures(as("superuser"), String(id))).map(({ humanKey }) => humanKey);
    expect(await keysOf(seen.id)).toContain("counter_ejector_speed_diff_percentage");
    const [first] = await listMeasures(as("superuser"), String(changed.id));
    await updateMeasure(as("superuser"), String(changed.id), first!.id, { title: "Ours" });
    for (const { id } of [seen, changed])
      await updateMachine(as("superuser"), id, { make: "Ward", facilityId: foreignPlant });
    const ofWard = defaultMeasures("Ward").map(({ humanKey }) => humanKey);
    expect(await keysOf(seen.id)).toEqual(ofWard);
    expect(await keysOf(changed.id)).toContain("counter_ejector_speed_diff_percentage");
    // In use by then: what its page shows stays.
    await updateMachine(as("superuser"), seen.id, { make: "Sun" });
    expect(await keysOf(seen.id)).toEqual(ofWard);
  });

  it("to another customer's plant: its alarms tell nobody of the former one, and stay as they are", async () => {
    const { id } = await newMachine();
    const sapNotification = completeSap({ FunctLoc: "MG-1" }, "Hot");
    const more = { extraEmails: ["a@x.example"], sapNotification, sapRateInSeconds: 60 };
    const alarmId = await createAlarm(db(), id, { ...more, inAlarm: true, triggeredAt: NOW });
    await createAlarm(db(), id, { name: "Names nobody" });
    const read = () => db().select().from(alarms).where(eq(alarms.id, alarmId)).get();
    await updateMachine(as("superuser"), id, { facilityId: otherPlant });
    expect(await read()).toMatchObject(more);
    await updateMachine(as("superuser"), id, { facilityId: foreignPlant });
    expect(await read()).toMatchObject({
      ...{ extraEmails: [], sapNotification: null, sapRateInSeconds: null },
      ...{ inAlarm: true, triggeredAt: NOW },
    });
    const written = await db().select().from(alarmJournal).where(eq(alarmJournal.deviceId, id));
    const details = { fields: ["extra_emails", "sap_notification"] };
    expect(written).toMatchObject([{ alarmId, kind: "updated", at: NOW, details }]);
    // The recorder and open pages hear of the alarms with the machine.
    expect(toldPages).toContain(`${id} alarms`);
  });

  it("is for those who configure machines, within their scope and make, tiers and KiwiPlan for superusers", async () => {
    const { id } = await newMachine();
    const change = (who: Who, changes: Parameters<typeof updateMachine>[2]) =>
      updateMachine(as(who), id, changes);
    await expect(change("user", { name: "Mine" })).rejects.toMatchObject({ code: "forbidden" });
    await expect(change("admin", { facilityId: foreignPlant })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(change("admin", { serviceTierId: null })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(change("admin", { kiwiplan: true })).rejects.toMatchObject({ code: "forbidden" });
    await expect(change("oem", { make: "Ward" })).rejects.toMatchObject({
      fields: { make: [{ code: "one_of", values: "Sun" }] },
    });
    await expect(change("superuser", { serviceTierId: 99 })).rejects.toMatchObject({
      code: "validation_failed",
    });
    expect((await change("admin", { facilityId: otherPlant, kiwiplan: false })).facility?.id).toBe(
      otherPlant,
    );
    await expect(updateMachine(as("admin"), "nothing", {})).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("takes 1 to 3,600 s of micro stops and text without control characters, by form and call", () => {
    const form = { facility_id: 1, name: "A", make: "Sun", model: "625", micro_stop_seconds: 90 };
    expect(machineForm.safeParse(form).success).toBe(true);
    for (const wrong of [
      { micro_stop_seconds: 0 },
      { micro_stop_seconds: 3_601 },
      { micro_stop_seconds: 1.5 },
      { name: " " },
      { name: "a\u0000b" },
      { model: "x".repeat(101) },
      { make: "Other" },
    ])
      for (const schema of [machineForm, machineChanges])
        expect([wrong, schema.safeParse({ ...form, ...wrong }).success]).toEqual([wrong, false]);
  });

  it("sends the recorder all anew when that is forced, and keeps when", async () => {
    const { id } = await newMachine();
    const before = told.length;
    expect(await refreshShadow(as("admin", NOW + 5), id)).toEqual({ lastShadowUpdateAt: NOW + 5 });
    expect(told.length).toBe(before + 1);
    expect((await requireMachine(as("admin"), id)).lastShadowUpdateAt).toBe(NOW + 5);
    await expect(refreshShadow(as("user"), id)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("is offered the makes and models that there are, an OEM superuser those of the own make", async () => {
    await createMachine(db(), { facilityId: plant, make: "Ward" });
    const makes = async (who: Who) =>
      [...new Set((await listMakeModels(as(who))).map(([make]) => make))].sort();
    expect(await makes("admin")).toEqual(["Sun", "Ward"]);
    expect(await makes("oem")).toEqual(["Sun"]);
  });
});

describe("retiring", () => {
  it("takes a machine from everybody but superusers, out of every list, with the keys; and gives it back", async () => {
    const { id } = await withSampler();
    const device = String(id);
    const listed = async (who: Who) => (await listMachines(as(who))).some((each) => each.id === id);
    const seen = async (who: Who) => (await getMachine(as(who), device)) !== null;
    await expect(retireMachine(as("admin"), device)).rejects.toMatchObject({ code: "forbidden" });
    toldPages.length = 0;
    await retireMachine(as("superuser"), device);
    expect(toldPages).toEqual([`${id} settings`]);
    expect(await keysNow(id)).toBe(0);
    for (const who of ["user", "admin", "oem"] as const)
      expect([who, await listed(who), await seen(who)]).toEqual([who, false, false]);
    expect([await listed("superuser"), await seen("superuser")]).toEqual([false, true]);
    expect(
      (await listMachines(as("superuser"), { isRetired: true })).map((each) => each.id),
    ).toEqual([id]);
    await expect(retireMachine(as("superuser"), device)).rejects.toMatchObject({
      code: "conflict",
    });
    const versionOf = async () =>
      (await db().select().from(devices).where(eq(devices.id, id)).get())!.recorderVersion;
    const whileOut = await versionOf();
    expect((await restoreMachine(as("superuser"), device)).retiredAt).toBeNull();
    // The recorder believes the newest: what was sent to it while the machine was out may come later.
    expect(await versionOf()).toBe(whileOut + 1);
    for (const who of ["user", "admin", "oem", "superuser"] as const)
      expect([who, await listed(who), await seen(who)]).toEqual([who, true, true]);
    await expect(restoreMachine(as("superuser"), device)).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("a machine out of service, itself or with its facility, gets no key until it is back", async () => {
    const own = await createFacility(db(), customerId);
    const machine = await newMachine(own);
    const sampler = createSamplerSchema.parse({ name: "S", spec: "http", device_id: machine.id });
    const { id } = await createSampler(as("superuser"), sampler);
    const device = String(machine.id);
    const ways = [
      [() => retireMachine(as("superuser"), device), () => restoreMachine(as("superuser"), device)],
      [() => retireFacility(as("superuser"), own), () => restoreFacility(as("superuser"), own)],
    ] as const;
    for (const [retire, restore] of ways) {
      await retire();
      for (const act of [
        () => rotateSamplerKey(as("superuser"), id),
        () => createSampler(as("superuser"), sampler),
      ])
        await expect(act()).rejects.toMatchObject({
          code: "conflict",
          problem: { code: "out_of_service" },
        });
      expect(await db().$count(samplers, eq(samplers.deviceId, machine.id))).toBe(1);
      await restore();
      expect((await rotateSamplerKey(as("superuser"), id)).key).toMatch(/^hsk_/);
    }
    await retireMachine(as("superuser"), device);
  });

  it("a machine of a closed facility comes back by going to an open one; one that is retired itself stays", async () => {
    const [closed, open] = [
      await createFacility(db(), customerId),
      await createFacility(db(), customerId),
    ];
    const [moved, retired] = [await newMachine(closed), await newMachine(closed)];
    await retireMachine(as("superuser"), String(retired.id));
    await retireFacility(as("superuser"), closed);
    const refused = { code: "conflict", problem: { code: "out_of_service" } };
    await expect(updateMachine(as("superuser"), moved.id, { name: "Other" })).rejects.toMatchObject(
      refused,
    );
    await expect(
      updateMachine(as("superuser"), retired.id, { facilityId: open }),
    ).rejects.toMatchObject(refused);
    const back = await updateMachine(as("superuser"), moved.id, { facilityId: open });
    expect(back).toMatchObject({ id: moved.id, retiredAt: null, facility: { id: open } });
    expect(await getMachine(as("admin"), moved.id)).not.toBeNull();
  });

  it("a facility takes its machines along, and gives back those that were not retired themselves", async () => {
    const here = await createFacility(db(), customerId);
    const [kept, gone] = [await newMachine(here), await newMachine(here)];
    await createSampler(
      as("superuser"),
      createSamplerSchema.parse({ name: "S", spec: "http", device_id: kept.id }),
    );
    await retireMachine(as("superuser"), String(gone.id));
    await expect(retireFacility(as("admin"), here)).rejects.toMatchObject({ code: "forbidden" });
    await retireFacility(as("superuser"), here);
    expect(await keysNow(kept.id)).toBe(0);
    expect(await getMachine(as("admin"), kept.id)).toBeNull();
    expect((await requireMachine(as("superuser"), kept.id)).retiredAt).toBe(NOW);
    for (const who of ["admin", "superuser"] as const)
      expect((await listFacilities(as(who))).some(({ id }) => id === here)).toBe(false);
    for (const who of ["user", "admin", "oem"] as const)
      await expect(requireFacility(as(who), here)).rejects.toMatchObject({ code: "not_found" });
    expect((await requireFacility(as("superuser"), here)).retiredAt).toBe(NOW);
    await expect(
      updateMachine(as("superuser"), (await newMachine()).id, { facilityId: here }),
    ).rejects.toMatchObject({ code: "not_found" });
    await restoreFacility(as("superuser"), here);
    expect(await getMachine(as("admin"), kept.id)).not.toBeNull();
    expect(await getMachine(as("admin"), gone.id)).toBeNull();
    await expect(restoreFacility(as("superuser"), here)).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await db().$count(devices, eq(devices.facilityId, here))).toBe(2);
    expect(await db().$count(samplerKeys)).toBe(0);
  });
});
