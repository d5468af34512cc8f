import { eq, getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, it } from "vitest";
import * as schema from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { RecorderConfig } from "#app/domain/series/recorder-port.ts";
import { getMachine, requireMachine } from "#app/features/machines/get-machine.server.ts";
import { createSampler } from "#app/features/samplers/create-sampler.server.ts";
import { createSamplerSchema } from "#app/features/samplers/schemas.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import {
  finishReplacement,
  listUnfinishedReplacements,
  MOVED_TABLES,
  planReplacement,
  replaceMachine,
} from "./replace-machine.server.ts";

const { alarms, auditEntries, comments, devices, events, machineDays } = schema;
const { machineReplacements, maintenances, measures, samplers } = schema;
const db = openTestDb();
let plant: number;
let actors: Record<"user" | "admin" | "oem" | "superuser", Actor>;
beforeAll(async () => {
  const customerId = await createCustomer(db());
  plant = await createFacility(db(), customerId);
  await db().insert(schema.serviceTiers).values({ id: 1, name: "With", ui: true });
  const make = async (input: Parameters<typeof createUser>[1]) =>
    (await createUser(db(), input)).actor;
  actors = {
    user: await make({ role: "user", customerId, facilityIds: [plant] }),
    admin: await make({ role: "admin", customerId }),
    oem: await make({ role: "oem_superuser", make: "Sun" }),
    superuser: await make({ role: "superuser" }),
  };
});

/** What the recorders were asked for, in order; `fail`: the first of these asks is not answered. */
function plants(fail: string | null = null) {
  const asked: string[] = [];
  const told: RecorderConfig[] = [];
  let failing = fail;
  const ask = <T>(what: string, answer: T): Promise<T> => {
    asked.push(what);
    if (failing !== null && what.startsWith(failing)) {
      failing = null;
      return Promise.reject(new Error("killed"));
    }
    return Promise.resolve(answer);
  };
  const recorder = (id: number) => ({
    home: () => ask(`home ${id}`, id),
    configure: (config: RecorderConfig) =>
      ask(`configure ${id}`, undefined).then(() => void told.push(config)),
    moveTo: (to: number) => ask(`move ${id} to ${to}`, true),
  });
  const sent: unknown[] = [];
  const rechecked: unknown[] = [];
  const as = (actor: Actor) => ({
    ...{ db: db(), now: NOW, actor, address: null, recorder },
    jobs: { send: (job: unknown) => Promise.resolve(void sent.push(job)) },
    accessChanged: (owner: unknown) => void rechecked.push(owner),
    machineChanged: () => undefined,
  });
  return { asked, told, sent, rechecked, as, recorder };
}
const twoMachines = async () => ({
  old: await createMachine(db(), { facilityId: plant, make: "Sun", serviceTierId: 1 }),
  fresh: await createMachine(db(), { facilityId: null, make: "Sun" }),
});
const rowOf = (id: number) => db().select().from(devices).where(eq(devices.id, id)).get();

async function withHistory(id: number, name: string) {
  await db().insert(comments).values({ deviceId: id, text: name, isPublic: true, createdAt: NOW });
  await db().insert(events).values({ deviceId: id, name, startAt: 1, endAt: 2, createdAt: NOW });
  await db()
    .insert(measures)
    .values([
      ...["machine_speed", name].map((humanKey) => ({
        ...{ deviceId: id, humanKey, precision: 3, createdAt: NOW, title: name },
        ...{ category: "printing" as const, type: "float" as const },
      })),
    ]);
  await db()
    .insert(maintenances)
    .values(
      // They look alike, and their keys are of older times.
      [name === "New" ? "Belts\u200b" : "Belts", name].map((work) => ({
        ...{ deviceId: id, name: work, nameKey: null, kind: "custom", target: name },
        ...{ type: "replacement" as const, verbs: {} as never, actions: [], cutoffValue: 20 },
        ...{ basicType: true, createdAt: NOW },
      })),
    );
  await db()
    .insert(alarms)
    .values({
      ...{ deviceId: id, name, arguments: {} as never, createdAt: NOW },
      function: "anomalous_for_time_period",
    });
  await db().insert(machineDays).values({ deviceId: id, day: 0, hours: [], reads: 1, readAt: NOW });
  const input = createSamplerSchema.parse({ name: "S", spec: "http", device_id: id });
  await createSampler(plants().as(actors.superuser) as never, input);
}

describe("a machine that takes another one's place", () => {
  it("stands where two stood, with the other one's place, history and rows, and its own samplers", async () => {
    const { old, fresh } = await twoMachines();
    await withHistory(old.id, "Old");
    await withHistory(fresh.id, "New");
    const before = (await rowOf(old.id))!;
    // As one that enrolled: its recorder was told nothing yet.
    await db().update(devices).set({ lastShadowUpdateAt: null }).where(eq(devices.id, fresh.id));
    const { as, asked, told, rechecked } = plants();
    const plan = await planReplacement(
      as(actors.oem),
      await requireMachine(as(actors.oem), fresh.id),
      String(old.id),
    );
    expect(plan.machines.map(({ id }) => id)).toContain(old.id);
    expect(plan.machines.map(({ id }) => id)).not.toContain(fresh.id);
    expect(plan.plan).toEqual({
      deviceId: old.id,
      moves: { events: 1, comments: 1, maintenances: 2, alarms: 1, measures: 2 },
      ends: { samplers: 1, keys: 1, mappings: 0 },
    });

    const machine = await replaceMachine(as(actors.oem), fresh.id, old.id);
    expect(machine).toMatchObject({
      id: fresh.id,
      serialNumber: fresh.serialNumber,
      name: before.name,
      facility: { id: plant },
      serviceTier: { id: 1 },
    });
    expect(await getMachine(as(actors.superuser), old.id)).toBeNull();
    expect(await getMachine(as(actors.superuser), old.serialNumber)).toBeNull();
    const of = async (table: (typeof MOVED_TABLES)[number]) =>
      db().$count(table, eq(table.deviceId, fresh.id));
    // Beside those of both machines the no-data alarm of the new one's own sampler.
    expect([await of(comments), await of(events), await of(alarms)]).toEqual([2, 2, 3]);
    // Of what each machine has one set, the old one's stands; of two works of one name, too.
    expect([await of(measures), await of(machineDays), await of(maintenances)]).toEqual([2, 1, 3]);
    const belts = await db().select().from(maintenances).where(eq(maintenances.name, "Belts"));
    expect(belts.filter(({ deviceId }) => deviceId === fresh.id)).toMatchObject([
      { target: "Old" },
    ]);
    expect(await db().$count(samplers, eq(samplers.deviceId, fresh.id))).toBe(1);
    expect(await db().$count(samplers, eq(samplers.deviceId, old.id))).toBe(0);

    expect(asked).toEqual([
      `home ${old.id}`,
      `configure ${old.id}`,
      `move ${fresh.id} to ${old.id}`,
    ]);
    expect(told).toMatchObject([{ deviceId: fresh.id, version: before.recorderVersion + 1 }]);
    expect((await rowOf(fresh.id))!.lastShadowUpdateAt).toBe(NOW);
    expect(rechecked).toHaveLength(1);
    const [line] = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "machine.replaced"));
    expect(line).toMatchObject({
      subjectId: fresh.id,
      before: { serial_number: old.serialNumber },
      after: { serial_number: fresh.serialNumber },
    });
    expect(await listUnfinishedReplacements({ db: db() })).toEqual([]);
  });

  it("leaves no row of any table behind: each either moves or ends with the old one", async () => {
    const tables = Object.values(schema).filter((table) => is(table, SQLiteTable));
    const ofMachines = tables.filter((table) => "deviceId" in getTableColumns(table));
    const known = new Set<string>([
      ...MOVED_TABLES.map(getTableName),
      // They end: samplers with their keys and mappings, and what the old one itself had replaced.
      ...["samplers", "telemetry_definitions", "machine_replacements"],
    ]);
    expect(ofMachines.map(getTableName).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(["home", "configure", "move"])(
    "is finished later when it was stopped at '%s', and meanwhile neither is replaced again",
    async (step) => {
      const { old, fresh } = await twoMachines();
      const { as, sent, asked, recorder } = plants(step);
      expect((await replaceMachine(as(actors.oem), fresh.id, old.id)).id).toBe(fresh.id);
      expect(sent).toEqual([{ type: "finish_replacement", deviceId: fresh.id }]);
      expect(await listUnfinishedReplacements({ db: db() })).toEqual([fresh.id]);
      const other = await createMachine(db(), { facilityId: null, make: "Sun" });
      await expect(replaceMachine(as(actors.oem), other.id, fresh.id)).rejects.toMatchObject({
        code: "conflict",
      });
      const deps = { db: db(), now: NOW, recorder };
      expect(await finishReplacement(deps, fresh.id)).toBe(true);
      expect(asked.slice(-3)).toEqual([
        `home ${old.id}`,
        `configure ${old.id}`,
        `move ${fresh.id} to ${old.id}`,
      ]);
      const count = asked.length;
      expect(await finishReplacement(deps, fresh.id)).toBe(true);
      expect(asked).toHaveLength(count);
      // Then it may be replaced itself.
      expect((await replaceMachine(as(actors.oem), other.id, fresh.id)).id).toBe(other.id);
    },
  );

  it("needs two machines of the own that are what they must be", async () => {
    const { old, fresh } = await twoMachines();
    const { as } = plants();
    const ward = await createMachine(db(), { facilityId: plant, make: "Ward" });
    const bare = await createMachine(db(), { facilityId: null, make: "Sun" });
    const gone = await createMachine(db(), { facilityId: plant, make: "Sun" });
    await db().update(devices).set({ retiredAt: NOW }).where(eq(devices.id, gone.id));
    const replace = (who: keyof typeof actors, id: number, by: number) =>
      replaceMachine(as(actors[who]), id, by);
    await expect(replace("user", fresh.id, old.id)).rejects.toMatchObject({ code: "forbidden" });
    await expect(replace("admin", fresh.id, old.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(replace("oem", fresh.id, ward.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(replace("oem", fresh.id, 999_999)).rejects.toMatchObject({ code: "not_found" });
    await expect(replace("oem", fresh.id, fresh.id)).rejects.toMatchObject({
      code: "validation_failed",
      fields: { device_id: [{ code: "other_machine" }] },
    });
    const scrapped = await createMachine(db(), { facilityId: null, make: "Sun" });
    await db().update(devices).set({ retiredAt: NOW }).where(eq(devices.id, scrapped.id));
    for (const [id, by, code] of [
      [ward.id, old.id, "not_replaceable"],
      [fresh.id, bare.id, "not_replaceable"],
      [fresh.id, gone.id, "out_of_service"],
      [scrapped.id, old.id, "out_of_service"],
    ] as const)
      await expect(replace("superuser", id, by)).rejects.toMatchObject({
        ...{ code: "conflict", problem: { code } },
      });
    expect(await rowOf(old.id)).toBeDefined();
    expect(await db().$count(machineReplacements, sql`finished_at is null`)).toBe(0);
  });
});
