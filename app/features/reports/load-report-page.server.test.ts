import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { devices, measures, serviceTiers } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
} from "#tests/factories/people.ts";
import { findReportTags, loadReportPage } from "./load-report-page.server.ts";

const db = openTestDb();
let customers: { acme: number; globex: number };
let machines: Record<"acme" | "globex" | "unassigned" | "acmeLmc" | "unassignedLmc", number>;
let actors: Record<"superuser" | "sun" | "lmc" | "ward" | "admin" | "user", Actor>;

beforeAll(async () => {
  customers = { acme: await createCustomer(db()), globex: await createCustomer(db()) };
  const acme = await createFacility(db(), customers.acme);
  const globex = await createFacility(db(), customers.globex, "America/Monterrey");
  const machine = async (
    ...args: Parameters<typeof createMachine> extends [unknown, ...infer Rest] ? Rest : never
  ) => (await createMachine(db(), ...args)).id;
  machines = {
    acme: await machine({ facilityId: acme }),
    globex: await machine({ facilityId: globex }),
    unassigned: await machine({ facilityId: null }),
    acmeLmc: await machine({ facilityId: acme, make: "LMC" }),
    unassignedLmc: await machine({ facilityId: null, make: "LMC" }),
  };
  for (const facilityId of [acme, globex]) await machine({ facilityId, make: "Ward" });
  const actor = async (
    ...args: Parameters<typeof createUser> extends [unknown, ...infer Rest] ? Rest : never
  ) => (await createUser(db(), ...args)).actor;
  actors = {
    superuser: await actor({ role: "superuser" }),
    sun: await actor({ role: "oem_superuser", make: "Sun" }),
    lmc: await actor({ role: "oem_superuser", make: "LMC" }),
    ward: await actor({ role: "oem_superuser", make: "Ward" }),
    admin: await actor({ role: "admin", customerId: customers.acme }),
    user: await actor({ role: "user", customerId: customers.acme, facilityIds: [acme] }),
  };
});

const load = async (
  who: keyof typeof actors,
  asked: { customer?: string; machine?: number | string } = {},
) => {
  const {
    machines: offered,
    machine,
    ...page
  } = await loadReportPage(
    { db: db(), actor: actors[who] },
    {
      customer: asked.customer ?? null,
      machine: asked.machine === undefined ? null : String(asked.machine),
    },
  );
  return { ...page, machines: offered.map(({ id }) => id), machine };
};

describe("what a report can be made of", () => {
  it("is every machine that the provider's staff see, those without a customer as a choice of their own", async () => {
    const first = await load("superuser");
    expect(first.customers.map(({ id }) => id)).toEqual([customers.acme, customers.globex]);
    expect(first).toMatchObject({ hasUnassigned: true, customerId: null, machines: [] });
    expect(await load("superuser", { customer: String(customers.globex) })).toMatchObject({
      customerId: customers.globex,
      machines: expect.arrayContaining([machines.globex]) as unknown,
    });
    expect(await load("superuser", { customer: "none" })).toMatchObject({
      customerId: "none",
      machines: [machines.unassigned, machines.unassignedLmc],
      machine: null,
    });
    expect(await load("sun", { customer: "none" })).toMatchObject({
      customerId: "none",
      machines: [machines.unassigned],
    });
  });

  it("is the machine of the address, which stands in its own list", async () => {
    expect(await load("superuser", { machine: machines.unassigned })).toMatchObject({
      customerId: "none",
      machines: [machines.unassigned, machines.unassignedLmc],
      machine: { id: machines.unassigned, facilityId: null, facilityName: null, timezone: "UTC" },
    });
    expect(await load("superuser", { customer: "none", machine: machines.globex })).toMatchObject({
      customerId: customers.globex,
      machine: { id: machines.globex, timezone: "America/Monterrey" },
    });
  });

  it("has no such choice without such machines, nor where no customer is chosen", async () => {
    expect(await load("ward", { customer: "none" })).toMatchObject({
      customers: [{}, {}],
      hasUnassigned: false,
      customerId: null,
      machines: [],
    });
    expect(await load("lmc", { customer: "none" })).toMatchObject({
      customers: [],
      hasUnassigned: false,
      customerId: null,
      machines: [machines.acmeLmc, machines.unassignedLmc],
    });
  });

  it.each(["admin", "user"] as const)(
    "holds no machine without a customer for a customer's %s",
    async (who) => {
      const page = await load(who, { customer: "none", machine: machines.unassigned });
      expect(page).toMatchObject({
        customers: [],
        hasUnassigned: false,
        customerId: null,
        machine: null,
      });
      expect(page.machines).toContain(machines.acme);
      for (const foreign of [machines.unassigned, machines.unassignedLmc, machines.globex])
        expect(page.machines).not.toContain(foreign);
    },
  );
});

it("says which tier would open reports without a limit, to those whose machine's has not", async () => {
  const tierOf = async (who: keyof typeof actors) =>
    (await load(who, { machine: machines.acme })).machine?.unlimitedTier;
  const [small] = await db()
    .insert(serviceTiers)
    .values([
      { name: "Small", ui: true, reports: true },
      { name: "Large", ui: true, reports: true, reportsUnlimited: true },
    ])
    .returning();
  await db().update(devices).set({ serviceTierId: small!.id }).where(eq(devices.id, machines.acme));
  expect(await tierOf("user")).toBe("Large");
  expect(await tierOf("superuser")).toBe(null);
});

const tagsOf = (who: keyof typeof actors, id: number, metrics: () => Promise<string[]>) =>
  findReportTags(
    { db: db(), actor: actors[who], now: Date.now(), recorder: () => ({ metrics }) },
    { id, kiwiplan: true },
  );

it("a machine whose recorder can't be asked has no list of tags, and the page stands", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await tagsOf("superuser", machines.acme, () => Promise.reject(new Error("away")))).toBe(
    null,
  );
  expect(errors.mock.calls.join()).toContain("list_failed");
  errors.mockRestore();
});

it("what its current state shows stands in its section, by the title that somebody gave it, and all else beside it", async () => {
  const sent = ["machine_state", "machine_speed", "sheet_count", "own", "shown_own"];
  const ask = () => tagsOf("admin", machines.acme, () => Promise.resolve(sent));
  expect(await ask()).toEqual([
    { key: "machine_state", category: "machine_overview", title: null },
    { key: "machine_speed", category: "productivity", title: null },
    { key: "sheet_count", category: "productivity", title: null },
    { key: "own", category: null, title: null },
    { key: "shown_own", category: null, title: null },
  ]);
  const of = (key: string) => and(eq(measures.deviceId, machines.acme), eq(measures.humanKey, key));
  await db().update(measures).set({ title: "Main drive" }).where(of("machine_speed"));
  await db().delete(measures).where(of("sheet_count"));
  await db()
    .insert(measures)
    .values({
      ...{ deviceId: machines.acme, humanKey: "shown_own", title: "Ours", category: "printing" },
      ...{ type: "passthrough", precision: 0, createdAt: 0 },
    });
  expect(await ask()).toEqual([
    { key: "machine_state", category: "machine_overview", title: null },
    { key: "machine_speed", category: "productivity", title: "Main drive" },
    { key: "sheet_count", category: null, title: null },
    { key: "own", category: null, title: null },
    { key: "shown_own", category: "printing", title: "Ours" },
  ]);
});
