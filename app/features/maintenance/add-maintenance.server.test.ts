import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntries, maintenances, serviceTiers } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { problemText, zodProblems } from "#app/domain/problems.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { addMaintenance } from "./add-maintenance.server.ts";
import { deleteMaintenance } from "./delete-maintenance.server.ts";
import { listMaintenances } from "./list-maintenances.server.ts";
import { customMaintenanceForm, fromCustomForm, newMaintenanceBody } from "./new-maintenance.ts";
import { completeMaintenance } from "./update-maintenance.server.ts";

const HOUR = 3_600_000;
const db = openTestDb();
const actors = {} as Record<"user" | "admin" | "superuser", Actor>;
let facilityId: number;
let limited: number;
let unlimited: number;

beforeAll(async () => {
  await db()
    .insert(serviceTiers)
    .values([
      { id: 1, name: "Limited", ui: true, maintenance: true },
      { id: 2, name: "Unlimited", ui: true, maintenance: true, maintenanceUnlimited: true },
      { id: 3, name: "Without", ui: true },
    ]);
  const customerId = await createCustomer(db());
  facilityId = await createFacility(db(), customerId, "America/Chicago");
  actors.user = (
    await createUser(db(), { role: "user", customerId, facilityIds: [facilityId] })
  ).actor;
  actors.admin = (await createUser(db(), { role: "admin", customerId })).actor;
  actors.superuser = (await createUser(db(), { role: "superuser" })).actor;
});
beforeEach(async () => {
  const machine = async (serviceTierId: number) =>
    (await createMachine(db(), { facilityId, serviceTierId, make: "Ward" })).id;
  [limited, unlimited] = [await machine(1), await machine(2)];
});

const deps = (who: keyof typeof actors = "admin") => ({ db: db(), actor: actors[who], now: NOW });
const catalogue = (kind: string | number, doubleUp: boolean | null = null) => ({
  kind,
  doubleUp,
  custom: null,
});
const custom = (name: string, lifeHours = 240, cutoffValue = 20) => ({
  kind: "custom",
  doubleUp: null,
  custom: { name, cutoffValue, lifeHours },
});
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code: string; message: string; fields?: object; problem?: { code: string } }) =>
      error.fields ? [error.message, error.fields] : [error.code, error.problem?.code],
  );

describe("adding a maintenance", () => {
  it("takes words, steps, life and cutoff from the catalogue, is new, and is told", async () => {
    const added = await addMaintenance(deps(), unlimited, catalogue("feed_belts"));
    expect(added).toMatchObject({
      ...{ kind: "feed_belts", name: "Feed belts", type: "replacement", basicType: true },
      ...{ status: "new", currentPercent: null, history: [], doubleUp: null },
      recommendedDate: NOW + 120 * 24 * HOUR * 0.85,
    });
    expect(added.actions.length).toBeGreaterThan(2);
    const { maintenances: list, availableTypes } = await listMaintenances(deps(), unlimited);
    expect(list.map(({ id }) => id)).toEqual([added.id]);
    expect(availableTypes.map(({ kind }) => kind)).not.toContain("feed_belts");
    const [told] = await db()
      .select()
      .from(auditEntries)
      .where(
        and(eq(auditEntries.subjectId, added.id), eq(auditEntries.action, "maintenance.added")),
      );
    expect(told).toMatchObject({ actorUserId: actors.admin.userId, after: { kind: "feed_belts" } });
  });

  it("stores double up for transmission life, false for the single one, nothing for others; it halves the life", async () => {
    const add = (kind: string | number, up: boolean | null) =>
      addMaintenance(deps(), unlimited, catalogue(kind, up));
    const twice = await add(0, true);
    expect(twice).toMatchObject({ kind: "transmission_life", doubleUp: true });
    const single = await add(50, true);
    expect([single.doubleUp, (await add(1, true)).doubleUp]).toEqual([false, null]);
    expect((single.recommendedDate! - NOW) / (twice.recommendedDate! - NOW)).toBe(2);
    const done = await completeMaintenance(deps(), twice.id, {
      ...{ performedAt: NOW, predictionAccuracy: null, doubleUp: false },
    });
    expect(done).toMatchObject({ doubleUp: false, recommendedDate: single.recommendedDate });
  });

  it("refuses a name that the machine has in another case, accents too, with the one sentence", async () => {
    const made = await addMaintenance(deps(), unlimited, custom("Guía Ñandú"));
    expect(made).toMatchObject({
      ...{ kind: "custom", basicType: true, maxTagThreshold: 240, cutoffValue: 20, actions: [] },
      recommendedDate: NOW + 192 * HOUR,
    });
    const taken = (name: string) => [
      `A maintenance with the name "${name}" already exists.`,
      { custom_name: [{ code: "maintenance_name_taken", name }] },
    ];
    for (const name of ["guía ñandú", "GUÍA ÑANDÚ", "GUI\u0301A N\u0303ANDU\u0301"])
      expect(await refusal(addMaintenance(deps(), unlimited, custom(name)))).toEqual(taken(name));
    await addMaintenance(deps(), unlimited, catalogue("feed_belts"));
    expect(await refusal(addMaintenance(deps(), unlimited, custom("FEED BELTS")))).toEqual(
      taken("FEED BELTS"),
    );
    expect(await refusal(addMaintenance(deps(), unlimited, catalogue(1)))).toMatchObject([
      taken("Feed belts")[0],
      { kind: [{}] },
    ]);
    expect(await refusal(addMaintenance(deps(), limited, custom("guía ñandú")))).toBe("done");
  });

  it("refuses a name that looks like another one, whose row may be of older times", async () => {
    const made = await addMaintenance(deps(), unlimited, custom("Feed  rolls"));
    const other = await addMaintenance(deps(), unlimited, custom("Ｖacuum"));
    for (const [{ id }, nameKey] of [
      [made, "feed  rolls"],
      [other, null],
    ] as const)
      await db().update(maintenances).set({ nameKey }).where(eq(maintenances.id, id));
    for (const name of ["Feed rolls", "Feed\u00a0rolls", "feed rolls\u200b", "Vacuum"])
      expect(await refusal(addMaintenance(deps(), unlimited, custom(name)))).toEqual([
        `A maintenance with the name "${name}" already exists.`,
        { custom_name: [{ code: "maintenance_name_taken", name }] },
      ]);
    expect((await listMaintenances(deps(), unlimited)).maintenances).toHaveLength(2);
  });

  it("leaves works that were let in beside each other though they look alike, and adds others", async () => {
    const made = await addMaintenance(deps(), unlimited, custom("Rolls"));
    const twin = await addMaintenance(deps(), unlimited, custom("Other"));
    await db()
      .update(maintenances)
      .set({ name: "Rolls\u200b", nameKey: "rolls\u200b" })
      .where(eq(maintenances.id, twin.id));
    await addMaintenance(deps(), unlimited, custom("Belts"));
    const keys = await db()
      .select({ id: maintenances.id, key: maintenances.nameKey })
      .from(maintenances)
      .where(eq(maintenances.deviceId, unlimited));
    expect(keys).toEqual(
      expect.arrayContaining([
        { id: made.id, key: "rolls" },
        { id: twin.id, key: "rolls\u200b" },
      ]),
    );
  });

  it("refuses a name that another work has in the other language, whichever was first", async () => {
    const refused = (name: string, field: string) => [
      `A maintenance with the name "${name}" already exists.`,
      { [field]: [{ code: "maintenance_name_taken", name }] },
    ];
    await addMaintenance(deps(), unlimited, catalogue("feed_belts"));
    for (const name of ["Bandas de alimentación", "BANDAS DE ALIMENTACIO\u0301N"])
      expect(await refusal(addMaintenance(deps(), unlimited, custom(name)))).toEqual(
        refused(name, "custom_name"),
      );
    // Nothing of that kind is there: the name is free, and the kind is not any more.
    await addMaintenance(deps(), limited, custom("bandas de alimentación"));
    expect(await refusal(addMaintenance(deps(), limited, catalogue("feed_belts")))).toEqual(
      refused("Feed belts", "kind"),
    );
    expect(await refusal(addMaintenance(deps(), limited, custom("Feed belts")))).toBe("done");
  });

  it("takes three on a limited tier, basic ones only; the provider's staff pass", async () => {
    expect(await refusal(addMaintenance(deps(), limited, catalogue("pull_roll_covers")))).toEqual([
      ...["forbidden", "not_in_tier"],
    ]);
    for (const name of ["a", "b", "c"]) await addMaintenance(deps(), limited, custom(name));
    expect(await refusal(addMaintenance(deps(), limited, custom("d")))).toEqual([
      ...["forbidden", "tier_limit"],
    ]);
    for (const work of [custom("d"), catalogue("pull_roll_covers")])
      expect(await refusal(addMaintenance(deps("superuser"), limited, work))).toBe("done");
    expect(await refusal(addMaintenance(deps(), unlimited, catalogue("pull_roll_covers")))).toBe(
      "done",
    );
  });

  it("is for admins and the provider's staff, of kinds that the make has", async () => {
    expect(await refusal(addMaintenance(deps("user"), unlimited, custom("x")))).toEqual([
      ...["forbidden", undefined],
    ]);
    expect(await refusal(addMaintenance(deps(), 987_654, custom("x")))).toEqual([
      ...["not_found", undefined],
    ]);
    for (const kind of ["glue_roll_seals", "no_such", 99])
      expect(await refusal(addMaintenance(deps(), unlimited, catalogue(kind)))).toMatchObject(
        [/^kind must be one of /, { kind: [{ code: "one_of" }] }].map((each) =>
          each instanceof RegExp ? expect.stringMatching(each) : each,
        ),
      );
  });
});

describe("what is given", () => {
  const read = (maintenance: object) => {
    const result = newMaintenanceBody.safeParse({ device_id: 1, maintenance });
    return result.success
      ? result.data.maintenance
      : result.error.issues.map(({ path }) => path.slice(1).join("."));
  };

  it("needs name, cutoff and lifetime for a custom one, within bounds", () => {
    const whole = { kind: "custom", custom_name: " Guide ", custom_cutoff_value: 15 };
    expect(read({ ...whole, custom_max_tag_threshold: 36 })).toEqual({
      kind: "custom",
      doubleUp: null,
      custom: { name: "Guide", cutoffValue: 15, lifeHours: 36 },
    });
    expect(read({ kind: 61 })).toEqual([
      ...["custom_name", "custom_cutoff_value", "custom_max_tag_threshold"],
    ]);
    for (const [field, value] of [
      ...["", "x".repeat(101)].map((name) => ["custom_name", name]),
      ...[-1, 101, "20"].map((cutoff) => ["custom_cutoff_value", cutoff]),
      ...[0, -3, 87_601].map((hours) => ["custom_max_tag_threshold", hours]),
    ] as [string, unknown][])
      expect(read({ ...whole, custom_max_tag_threshold: 36, [field]: value })).toEqual([field]);
  });

  it("comes from the dialog in days, whole or not, with a comma or a point", () => {
    const form = (lifetime_days: string, custom_cutoff_value = "12,5") =>
      customMaintenanceForm.safeParse(
        { custom_name: "Guide", lifetime_days, custom_cutoff_value },
        { error: zodProblems },
      );
    expect(fromCustomForm(form("1,5").data!).custom).toEqual({
      ...{ name: "Guide", cutoffValue: 12.5, lifeHours: 36 },
    });
    for (const days of ["", "0", "-1", "3651", "ten", "1e3", "0x10", "1,000", "1.000", "1,0,0"])
      expect(form(days).error?.issues[0]?.path, days).toEqual(["lifetime_days"]);
    const [zero, thousand] = ["0", "1,000"].map((days) => form(days).error?.issues[0]?.message);
    expect([zero, thousand]).toEqual([
      problemText({ code: "more_than", least: 0 }),
      problemText({ code: "separator_of_thousands" }),
    ]);
    expect(form("1000", "12.125").data).toMatchObject({
      ...{ lifetime_days: 1000, custom_cutoff_value: 12.125 },
    });
    for (const cutoff of ["", "-1", "101", "x"])
      expect(form("3", cutoff).error?.issues[0]?.path).toEqual(["custom_cutoff_value"]);
  });
});

describe("deleting a maintenance", () => {
  it("takes one that was never performed, and with all one with its history; its type comes back", async () => {
    const { id } = await addMaintenance(deps(), unlimited, catalogue("feed_belts"));
    expect(await refusal(deleteMaintenance(deps("user"), id, { all: true }))).toEqual([
      ...["forbidden", undefined],
    ]);
    await completeMaintenance(deps(), id, { performedAt: NOW, predictionAccuracy: null });
    expect(await refusal(deleteMaintenance(deps(), id, { all: false }))).toEqual([
      ...["conflict", "changed_meanwhile"],
    ]);
    expect(await deleteMaintenance(deps(), id, { all: true })).toMatchObject({
      id,
      name: "Feed belts",
    });
    expect(await refusal(deleteMaintenance(deps(), id, { all: true }))).toEqual([
      ...["not_found", undefined],
    ]);
    const { maintenances: list, availableTypes } = await listMaintenances(deps(), unlimited);
    expect(list).toEqual([]);
    expect(availableTypes.map(({ kind }) => kind)).toContain("feed_belts");
    const fresh = await addMaintenance(deps(), unlimited, custom("Guide"));
    expect(fresh.id).toBeGreaterThan(id);
    await deleteMaintenance(deps(), fresh.id, { all: false });
    expect(await db().select().from(maintenances).where(eq(maintenances.id, fresh.id))).toEqual([]);
  });
});
