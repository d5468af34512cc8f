import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  devices,
  enrollmentKeys,
  facilities,
  samplerKeys,
  samplers,
} from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { ENROLLS_OF_KEY } from "#app/domain/access/enrollment-key.ts";
import { hashSamplerKey } from "#app/domain/samplers/keys.ts";
import type { RecorderConfig } from "#app/domain/series/recorder-port.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { hubName } from "#app/domain/live/ports.ts";
import { createIngestApp } from "#workers/ingest/app.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createSession,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { findSamplerByKey } from "#app/features/samplers/find-sampler-by-key.server.ts";
import { addMachine } from "./add-machine.server.ts";
import {
  createEnrollmentKey,
  endEnrollmentKey,
  listEnrollmentKeys,
} from "./enrollment-keys.server.ts";
import { answerEnrollmentKeyForm } from "./enrollment.page.server.ts";
import { newMachine } from "./new-machine.ts";

const db = openTestDb();
let superuser: Actor;
let oem: Actor;
let facilityId: number;
beforeAll(async () => {
  ({ actor: superuser } = await createUser(db(), { role: "superuser" }));
  oem = { ...(await createUser(db(), { role: "oem_superuser" })).actor, make: "Sun" };
  facilityId = await createFacility(db(), await createCustomer(db()));
});
const by = (actor: Actor, now = NOW) => ({
  ...{ db: db(), now, actor },
  accessChanged: () => undefined,
});
const makeKey = (change: object = {}, actor = superuser) =>
  createEnrollmentKey(by(actor), {
    name: "Plant",
    expires_at: new Date(NOW + HOUR_MS).toISOString(),
    max_uses: 5,
    ...change,
  });

const app = createIngestApp();
/** Hubs that were told to let open pages read themselves again, and what goes on after the answer. */
const outdated: string[] = [];
const later: Promise<unknown>[] = [];
const hubOf = (name: string) => ({
  recheckAccess: async (isSeen = false) => void (isSeen && outdated.push(name)),
});
/** What recorders were told, and whether one can be reached. */
const told: RecorderConfig[] = [];
let isAway = false;
const recorder = {
  configure: async (config: RecorderConfig) => {
    if (isAway) throw new Error("the recorder is away");
    told.push(config);
  },
};
const realD1 = () => (db() as unknown as { $client: D1Database }).$client;
async function enroll(key: string, change: object = {}, now = NOW, d1 = realD1()) {
  const body = JSON.stringify({
    serial_number: "GW-1",
    make: "Sun",
    model: "625",
    manufacturer_serial_number: null,
    sampler: { name: "Gateway", spec: "ControlLogix", plc_address: "10.0.0.5", plc_port: 44818 },
    ...change,
  });
  const env = {
    HELIOS_MODE: "local",
    CLOCK_OFFSET_MS: String(now - Date.now()),
    DB: d1,
    SOCKET_HUB: { getByName: hubOf },
    RECORDER: { getByName: () => recorder },
  } as unknown as Parameters<typeof app.fetch>[1];
  const answer = await app.fetch(
    new Request("http://helios/ingest/v1/enroll", {
      method: "POST",
      body,
      headers: {
        Authorization: `Bearer ${key}`,
        "Content-Type": "application/json",
        "Content-Length": String(body.length),
      },
    }),
    env,
    { waitUntil: (work) => void later.push(work) },
  );
  const { data, error } = (await answer.json()) as {
    data?: { device_id: number; sampler_id: number; key: string; configured: boolean };
    error?: string;
  };
  return { status: answer.status, data: data!, error };
}
/** A database whose trip of that number fails, before it is made or after. */
function killedAt(d1: D1Database, step: number, isMade: boolean) {
  let trips = 0;
  const real = new WeakMap<object, D1PreparedStatement>();
  const trip = async <T>(work: () => Promise<T>): Promise<T> => {
    const isKilled = trips++ === step;
    if (isKilled && !isMade) throw new Error("killed");
    const answer = await work();
    if (isKilled) throw new Error("killed");
    return answer;
  };
  const bound = (target: object, name: PropertyKey): unknown => {
    const value: unknown = Reflect.get(target, name, target);
    return typeof value === "function" ? (value.bind(target) as unknown) : value;
  };
  const watched = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => watched(target.bind(...values));
        const own = bound(target, name);
        return ["all", "run", "first", "raw"].includes(String(name))
          ? (...given: unknown[]) =>
              trip(() => (own as (...all: unknown[]) => Promise<unknown>)(...given))
          : own;
      },
    });
    real.set(proxy, statement);
    return proxy;
  };
  const database = new Proxy(d1, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => watched(target.prepare(sql));
      if (name === "batch")
        return (all: D1PreparedStatement[]) =>
          trip(() => target.batch(all.map((one) => real.get(one) ?? one)));
      return bound(target, name);
    },
  });
  return database;
}
const holder = async (key: string) =>
  findSamplerByKey({ db: db(), now: NOW }, await hashSamplerKey(key));

describe("a gateway that enrolls its machine", () => {
  it("is answered a sampler's key; the machine stands unconfigured", async () => {
    const { key, id } = await makeKey();
    const { status, data } = await enroll(key, { serial_number: "NEW-1" });
    expect([status, data.configured]).toEqual([201, false]);
    const machine = await db().select().from(devices).where(eq(devices.id, data.device_id)).get();
    expect(machine).toMatchObject({ serialNumber: "NEW-1", make: "Sun", facilityId: null });
    const sampler = await db()
      .select()
      .from(samplers)
      .where(eq(samplers.id, data.sampler_id))
      .get();
    expect(sampler).toMatchObject({ deviceId: data.device_id, plcPort: 44818, name: "Gateway" });
    expect(await holder(data.key)).toMatchObject({ samplerId: data.sampler_id });
    const [listed] = await listEnrollmentKeys(by(superuser));
    expect(listed).toMatchObject({ id, uses: 1 });
    expect(listed!.lastUsedAt).toBeGreaterThanOrEqual(NOW);
    expect(JSON.stringify(await db().select().from(enrollmentKeys))).not.toContain(key);
  });

  it("again gets the same machine, in any case of its serial, and a new key in the place of the old", async () => {
    const { key, id } = await makeKey({ max_uses: 1 });
    const first = await enroll(key, { serial_number: "Twice-1" });
    const again = await enroll(key, { serial_number: "TWICE-1" });
    expect(again.status).toBe(201);
    expect(again.data).toMatchObject({
      device_id: first.data.device_id,
      sampler_id: first.data.sampler_id,
    });
    expect(await holder(first.data.key)).toBeNull();
    expect(await holder(again.data.key)).toMatchObject({ samplerId: first.data.sampler_id });
    const row = await db().select().from(enrollmentKeys).where(eq(enrollmentKeys.id, id)).get();
    expect(row?.uses).toBe(1);
    // Its recorder, which has the last word on each batch, knows no other key when the answer is there.
    const hashes = told.at(-1)?.samplers.flatMap((sampler) => sampler.keys.map(({ hash }) => hash));
    expect(hashes).toEqual([await hashSamplerKey(again.data.key)]);
  });

  it("asks once more while the recorder of its machine cannot be told that the old key ended", async () => {
    const { key } = await makeKey({ max_uses: 1 });
    const first = await enroll(key, { serial_number: "AWAY-1" });
    vi.spyOn(console, "error").mockImplementation(() => {});
    isAway = true;
    expect(await enroll(key, { serial_number: "AWAY-1" })).toMatchObject({
      status: 503,
      error: "unavailable",
    });
    isAway = false;
    const again = await enroll(key, { serial_number: "AWAY-1" });
    expect(again.data.sampler_id).toBe(first.data.sampler_id);
    expect(await holder(again.data.key)).not.toBeNull();
  });

  it("is refused with 409 once the machine is configured, and its key stays", async () => {
    const { key } = await makeKey();
    const { data } = await enroll(key, { serial_number: "CONF-1" });
    await db().update(devices).set({ facilityId }).where(eq(devices.id, data.device_id));
    expect(await enroll(key, { serial_number: "conf-1" })).toMatchObject({
      status: 409,
      error: "conflict",
    });
    expect(await holder(data.key)).not.toBeNull();
  });

  it("is refused with a key that is unknown, expired, ended, used up or of another make", async () => {
    const count = async () => (await db().select().from(devices)).length;
    const before = await count();
    const codes: unknown[] = [];
    codes.push((await enroll(`hek_${"x".repeat(43)}`)).status, (await enroll("hsk_no")).status);
    const { key, id } = await makeKey({ make: "Ward" });
    codes.push((await enroll(key)).status);
    codes.push((await enroll(key, { make: "Ward" }, NOW + 2 * HOUR_MS)).status);
    await endEnrollmentKey(by(superuser), id);
    codes.push((await enroll(key, { make: "Ward" })).status);
    expect(codes).toEqual([401, 401, 403, 401, 401]);
    expect(await count()).toBe(before);
    const { key: once } = await makeKey({ max_uses: 1 });
    expect((await enroll(once, { serial_number: "USED-1" })).status).toBe(201);
    expect((await enroll(once, { serial_number: "USED-2" })).status).toBe(403);
    expect(await count()).toBe(before + 1);
  });

  it("is told that its key is not known before anything is said of what it sent", async () => {
    const key = `hek_${"x".repeat(43)}`;
    const codes = [
      (await enroll(key, { make: "Nobody" })).status,
      (await enroll(key, { name: "x".repeat(20_000) })).status,
    ];
    const { id, key: ended } = await makeKey();
    await endEnrollmentKey(by(superuser), id);
    codes.push((await enroll(ended, { sampler: {} })).status);
    expect(codes).toEqual([401, 401, 401]);
  });

  it("twenty times at once makes one machine with one living key", async () => {
    const { key, id } = await makeKey({ max_uses: 3 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => enroll(key, { serial_number: "RACE-1" })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ data }) => data.device_id)).size).toBe(1);
    const rows = await db()
      .select()
      .from(samplerKeys)
      .where(eq(samplerKeys.samplerId, answers[0]!.data.sampler_id));
    expect(rows).toHaveLength(1);
    const row = await db().select().from(enrollmentKeys).where(eq(enrollmentKeys.id, id)).get();
    expect(row?.uses).toBe(1);
  });

  it("twice at once for a machine that was added without a sampler gives it one, with one living key", async () => {
    const { key } = await makeKey();
    const machine = newMachine.parse({ serial_number: "BARE-1", make: "Sun", model: "625" });
    const { id } = await addMachine(by(superuser), machine);
    const bare = { serial_number: "BARE-1" };
    const answers = await Promise.all([enroll(key, bare), enroll(key, bare)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const own = await db().select().from(samplers).where(eq(samplers.deviceId, id));
    expect(own.map((sampler) => sampler.id)).toEqual([answers[0]!.data.sampler_id]);
    expect(await db().$count(samplerKeys, eq(samplerKeys.samplerId, own[0]!.id))).toBe(1);
  });

  it.each([
    ["a new machine", false],
    ["one that is there", true],
  ])("is told that its key ended while it was enrolling %s", async (_, isThere) => {
    const { key, id } = await makeKey();
    const serial = { serial_number: `LATE-${isThere}` };
    if (isThere) await enroll(key, serial);
    const d1 = realD1();
    const late = new Proxy(d1, {
      get(target, name) {
        const own: unknown = Reflect.get(target, name, target);
        if (typeof own !== "function") return own;
        if (name !== "batch") return own.bind(target) as unknown;
        return async (statements: D1PreparedStatement[]) => {
          await endEnrollmentKey(by(superuser), id).catch(() => null);
          return d1.batch(statements);
        };
      },
    });
    expect(await enroll(key, serial, NOW, late)).toMatchObject({ status: 401 });
  });

  it.each(["before it", "before its answer is there"])(
    "is killed at each step, %s, and repeats: one machine, one sampler, one working key",
    async (when) => {
      vi.spyOn(console, "error").mockImplementation(() => {});
      for (let step = 0, isOver = false; !isOver; step++) {
        const { key, id } = await makeKey({ max_uses: 1 });
        const serial = { serial_number: `KILLED-${step}-${when.length}` };
        const d1 = killedAt(realD1(), step, when !== "before it");
        const first = await enroll(key, serial, NOW, d1).catch(() => null);
        // What follows the answer, open pages being told, loses nothing when it is killed.
        isOver = first?.status === 201;
        const { status, data } = await enroll(key, serial);
        expect([step, status]).toEqual([step, 201]);
        const machines = await db()
          .select()
          .from(devices)
          .where(eq(devices.serialNumber, serial.serial_number));
        expect(machines.map((machine) => machine.id)).toEqual([data.device_id]);
        const own = await db().select().from(samplers).where(eq(samplers.deviceId, data.device_id));
        expect(own.map((sampler) => sampler.id)).toEqual([data.sampler_id]);
        expect(await db().$count(samplerKeys, eq(samplerKeys.samplerId, data.sampler_id))).toBe(1);
        expect(await holder(data.key)).toMatchObject({ samplerId: data.sampler_id });
        const row = await db().select().from(enrollmentKeys).where(eq(enrollmentKeys.id, id)).get();
        expect(row?.uses).toBe(1);
        if (isOver) expect(step).toBeGreaterThan(3);
      }
    },
  );

  it("is told to the open pages of the provider's people, once", async () => {
    const { actor } = await createSession(db(), superuser);
    const { key } = await makeKey();
    const hub = hubName({ customerId: null, userId: actor.userId });
    for (const times of [1, 1]) {
      expect((await enroll(key, { serial_number: "TOLD-1" })).status).toBe(201);
      await Promise.all(later);
      expect(outdated.filter((name) => name === hub)).toHaveLength(times);
    }
  });

  it("is told what is wrong, and slowed down", async () => {
    const { key } = await makeKey();
    expect(await enroll(key, { make: "Nobody" })).toMatchObject({
      status: 400,
      error: "malformed",
    });
    expect((await enroll(key, { serial_number: "a\nb" })).status).toBe(400);
    expect((await enroll(key, { sampler: {} })).status).toBe(400);
    for (let n = 0; n < ENROLLS_OF_KEY.most; n++) await enroll(key, { serial_number: "SLOW-1" });
    expect(await enroll(key, { serial_number: "SLOW-1" })).toMatchObject({
      status: 429,
      error: "too_many_requests",
    });
  });
});

describe("enrollment keys", () => {
  it("are made once; sent again, because the key was lost with the answer, it is another until one enrolled", async () => {
    const sent = { key: "enrollment-1", contentHash: "a" };
    const send = () =>
      createEnrollmentKey(
        { ...by(superuser), sent },
        { name: "Sent twice", expires_at: new Date(NOW + HOUR_MS).toISOString(), max_uses: 5 },
      );
    const [first, again] = [await send(), await send()];
    expect([again.id, again.key]).toEqual([first.id, expect.stringMatching(/^hek_/)]);
    const named = (await listEnrollmentKeys(by(superuser))).filter(
      ({ name }) => name === "Sent twice",
    );
    expect(named).toHaveLength(1);
    expect((await enroll(first.key, { serial_number: "LOST-1" })).status).toBe(401);
    expect((await enroll(again.key, { serial_number: "LOST-1" })).status).toBe(201);
    await expect(send()).rejects.toMatchObject({ problem: { code: "sent_before" } });
    await endEnrollmentKey(by(superuser), first.id);
    await expect(send()).rejects.toMatchObject({ code: "not_found" });
  });

  it("of an oem_superuser are of their make alone, and they see no others", async () => {
    const mine = await makeKey({ make: null }, oem);
    expect(mine).toMatchObject({ make: "Sun" });
    await expect(makeKey({ make: "Ward" }, oem)).rejects.toMatchObject({ code: "forbidden" });
    const other = await makeKey({ make: "Ward" });
    const seen = (await listEnrollmentKeys(by(oem))).map(({ id }) => id);
    expect(seen).toContain(mine.id);
    expect(seen).not.toContain(other.id);
    await expect(endEnrollmentKey(by(oem), other.id)).rejects.toMatchObject({ code: "not_found" });
    await endEnrollmentKey(by(oem), mine.id);
    expect((await listEnrollmentKeys(by(oem))).map(({ id }) => id)).not.toContain(mine.id);
  });

  it("lie ahead, and are for the provider's staff", async () => {
    for (const expires_at of [NOW, NOW + 400 * 24 * HOUR_MS].map((at) =>
      new Date(at).toISOString(),
    ))
      await expect(makeKey({ expires_at })).rejects.toMatchObject({ code: "validation_failed" });
    const { actor } = await createUser(db(), { role: "admin" });
    await expect(makeKey({}, actor)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("a machine that is added by hand", () => {
  const add = (actor: Actor, change: object = {}) =>
    addMachine(
      by(actor),
      newMachine.parse({ serial_number: "HAND-1", make: "Sun", model: "625", ...change }),
    );

  it("stands unconfigured, or in its facility; its serial is unique in any case", async () => {
    expect(await add(superuser)).toMatchObject({ name: "HAND-1", facility: null });
    expect(
      await add(oem, { serial_number: "HAND-2", name: "Line 2", facility_id: facilityId }),
    ).toMatchObject({
      name: "Line 2",
      facility: { id: facilityId },
    });
    await expect(add(superuser, { serial_number: "hand-1" })).rejects.toMatchObject({
      code: "validation_failed",
      fields: { serial_number: [{ code: "taken" }] },
    });
    await expect(add(oem, { serial_number: "H-3", make: "Ward" })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(add(superuser, { serial_number: "H-4", facility_id: 999 })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("goes to no facility that is closed, and nothing of it is stored", async () => {
    await db().update(facilities).set({ retiredAt: NOW }).where(eq(facilities.id, facilityId));
    for (const [actor, serial_number] of [
      [superuser, "CLOSED-1"],
      [oem, "CLOSED-2"],
    ] as const) {
      await expect(add(actor, { serial_number, facility_id: facilityId })).rejects.toMatchObject({
        code: "not_found",
        fields: { facility_id: [{ code: "gone" }] },
      });
      expect(await db().$count(devices, eq(devices.serialNumber, serial_number))).toBe(0);
    }
    await db().update(facilities).set({ retiredAt: null }).where(eq(facilities.id, facilityId));
  });
});

describe("the form for an enrollment key", () => {
  const send = async (actor: Actor, fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      intent: "key",
      days: "7",
      max_uses: "3",
      ...fields,
    }))
      form.set(name, value);
    const ctx = { db: db(), now: NOW, address: null, actor } as never;
    return (await answerEnrollmentKeyForm(ctx, form)) as {
      data: { done: { name: string; key: string } | null };
      init: { status?: number } | null;
    };
  };

  it("answers a key that enrolls, for the days, machines and make that were chosen", async () => {
    const { data } = await send(superuser, { name: "Plant 7", make: "" });
    expect(data.done).toMatchObject({ name: "Plant 7" });
    expect((await enroll(data.done!.key, { serial_number: "FORM-1" })).status).toBe(201);
    const [row] = (await listEnrollmentKeys(by(superuser))).filter(
      ({ name }) => name === "Plant 7",
    );
    expect(row).toMatchObject({
      make: null,
      maxUses: 3,
      uses: 1,
      expiresAt: NOW + 7 * 24 * HOUR_MS,
    });
    const own = await send(oem, { name: "Mine", make: "Sun" });
    expect((await listEnrollmentKeys(by(oem))).find(({ name }) => name === "Mine")!.make).toBe(
      "Sun",
    );
    expect(own.data.done!.key).toMatch(/^hek_/);
  });

  it("ends one by its form, also when somebody was quicker, and none of another make", async () => {
    await send(superuser, { name: "To end", make: "Ward" });
    const living = async () =>
      (await listEnrollmentKeys(by(superuser))).find(({ name }) => name === "To end");
    const { id } = (await living())!;
    const end = (actor: Actor) =>
      send(actor, { intent: "end-key", id: String(id), name: "To end" });
    await end(oem);
    expect(await living()).toBeDefined();
    expect((await end(superuser)).data.done).toMatchObject({ id });
    expect(await living()).toBeUndefined();
    expect((await end(superuser)).data.done).toMatchObject({ id });
  });

  it("refuses what is no number of days or machines, and another make", async () => {
    for (const [field, value] of [
      ["name", " "],
      ["days", "0"],
      ["days", "366"],
      ["max_uses", "1001"],
    ] as const)
      expect((await send(superuser, { name: "X", [field]: value })).init?.status).toBe(422);
    expect((await send(oem, { name: "X", make: "Ward" })).init?.status).toBe(403);
  });
});
