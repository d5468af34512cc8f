import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import { NOW } from "#tests/factories/people.ts";
import { MACHINE_STATES } from "#app/domain/metrics/states.ts";
import { MAKES, type Make } from "#app/domain/access/types.ts";
import { defaultMappingsOf } from "#app/domain/samplers/default-mappings.ts";
import {
  customers,
  devices,
  facilities,
  passwordTokens,
  samplerKeys,
  samplers,
  serviceTiers,
  telemetryDefinitions,
  telemetryTypes,
  userFacilities,
  users,
} from "#app/db/schema/index.ts";
import { sha256Hex, verifyPassword } from "#app/db/secrets.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemo } from "./demo.ts";
import { seedEmpty } from "./empty.ts";

const demoDb = openTestDb();
const emptyDb = openTestDb();
let keys = 0;
const makeKey = () => `hsk_${String(++keys).padStart(43, "0")}`;
const snapshot = async () => {
  const tables = [
    customers,
    facilities,
    serviceTiers,
    devices,
    samplers,
    samplerKeys,
    users,
    userFacilities,
  ];
  return Promise.all(tables.map((table) => demoDb().select().from(table)));
};

describe("the demo seed", () => {
  it("writes the accounts of the contract with the one password", async () => {
    await seedDemo(demoDb(), { now: NOW, makeKey });
    const rows = await demoDb().select().from(users);
    expect(rows.map((row) => row.email)).toEqual(DEMO_ACCOUNTS.map((account) => account.email));
    for (const row of rows) {
      expect(await verifyPassword(DEMO_PASSWORD, row.passwordHash)).toBe(true);
      // At the real cost, which most tests and journeys do without.
      expect(row.passwordHash).toMatch(/^scrypt\$16384\$8\$5\$/);
    }
    const facilityCount = async (email: string) =>
      (
        await demoDb()
          .select()
          .from(userFacilities)
          .innerJoin(users, eq(users.id, userFacilities.userId))
          .where(eq(users.email, email))
      ).length;
    expect([
      await facilityCount("admin@acme.example"),
      await facilityCount("user@acme.example"),
      await facilityCount("new@acme.example"),
    ]).toEqual([2, 1, 0]);
    expect(rows.filter((row) => row.resetPassword).map((row) => row.email)).toEqual([
      "reset@acme.example",
    ]);
  });

  it("covers every make, tier and way to spend a day", async () => {
    const { machines } = await seedDemo(demoDb(), { now: NOW, makeKey });
    const rows = await demoDb().select().from(devices);
    expect(new Set(rows.map((row) => row.make))).toEqual(new Set(MAKES));
    expect(new Set(rows.map((row) => row.serviceTierId))).toEqual(new Set([1, 2, 3, 4, 5, null]));
    expect(rows.filter((row) => row.facilityId === null)).toHaveLength(1);
    expect(rows.filter((row) => row.serialNumber.endsWith("_SIM"))).toHaveLength(1);
    expect(rows.length).toBeGreaterThanOrEqual(8);
    expect(new Set(machines.map((machine) => machine.profile)).size).toBeGreaterThanOrEqual(
      MACHINE_STATES.length,
    );
  });

  it("maps what the machines' controllers send, with the types that they report", async () => {
    const { machines } = await seedDemo(demoDb(), { now: NOW, makeKey });
    const rows = await demoDb().select().from(telemetryDefinitions);
    const types = await demoDb().select().from(telemetryTypes);
    for (const { deviceId, make, tagNames } of machines) {
      expect(tagNames).toBe("controller");
      const own = rows.filter((row) => row.deviceId === deviceId);
      const keys = own.map(({ machineKey }) => machineKey);
      for (const { machineKey } of defaultMappingsOf(make as Make))
        expect(keys).toContain(machineKey);
      for (const { samplerId, telemetryTypeId } of own)
        expect(types.find(({ id }) => id === telemetryTypeId)?.samplerId).toBe(samplerId);
    }
    expect(rows.filter(({ utsAnomalyDetectionEnabled }) => utsAnomalyDetectionEnabled)).not.toEqual(
      [],
    );
  });

  it("changes nothing when it runs again", async () => {
    const before = await snapshot();
    const { machines } = await seedDemo(demoDb(), { now: NOW + 5, makeKey });
    expect(machines.every((machine) => machine.samplerKey === null)).toBe(true);
    expect(await snapshot()).toEqual(before);
  });

  it("leaves alone what people changed or deleted", async () => {
    await demoDb().update(devices).set({ name: "Renamed" }).where(eq(devices.id, 1));
    await demoDb().delete(devices).where(eq(devices.id, 3));
    const { machines } = await seedDemo(demoDb(), { now: NOW + 9, makeKey });
    expect(machines.map((machine) => machine.deviceId)).not.toContain(3);
    const [row] = await demoDb().select().from(devices).where(eq(devices.id, 1));
    expect(row?.name).toBe("Renamed");
  });

  it("makes a new key where the old one was lost, and tells the recorder", async () => {
    const { machines } = await seedDemo(demoDb(), {
      now: NOW,
      makeKey,
      hasKey: (deviceId) => deviceId !== 2,
    });
    const made = machines.filter((machine) => machine.samplerKey !== null);
    expect(made.map((machine) => machine.deviceId)).toEqual([2]);
    const stored = await demoDb().select().from(samplerKeys).where(eq(samplerKeys.samplerId, 2));
    expect(stored.map((row) => row.keyHash)).toContain(sha256Hex(made[0]?.samplerKey ?? ""));
    const versions = await demoDb()
      .select({ version: devices.recorderVersion })
      .from(devices)
      .where(eq(devices.id, 2));
    expect(versions[0]?.version).toBe(3);
  });
});

describe("the empty seed", () => {
  it("makes a set-up token for the first superuser while nobody can sign in, the last one made counts", async () => {
    const [first, second] = [
      await seedEmpty(emptyDb(), { now: NOW }),
      await seedEmpty(emptyDb(), { now: NOW }),
    ];
    const rows = await emptyDb().select().from(passwordTokens);
    expect(rows.map((row) => row.tokenHash)).toEqual([sha256Hex(second ?? "")]);
    expect(first).not.toBe(second);
    await emptyDb().insert(users).values({
      firstName: "A",
      lastName: "B",
      email: "a@b.example",
      role: "superuser",
      createdAt: NOW,
    });
    expect(await seedEmpty(emptyDb(), { now: NOW })).toBeNull();
  });

  it("is not overwritten by the demo", async () => {
    expect(await seedDemo(emptyDb(), { now: NOW, makeKey })).toEqual({ machines: [] });
    expect(await emptyDb().select().from(customers)).toEqual([]);
  });
});
