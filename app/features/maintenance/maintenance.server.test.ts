import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import {
  burnRates,
  maintenanceHistory,
  maintenances,
  serviceTiers,
  snoozeHistories,
} from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { JobQueue } from "#app/domain/jobs.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import { CUSTOM_KIND } from "#app/domain/maintenance/kinds.ts";
import { listMaintenances } from "./list-maintenances.server.ts";
import { listRecommendedMaintenances } from "./list-recommended-maintenances.server.ts";
import { toMaintenanceJson, toRecommendedJson } from "./maintenance-json.server.ts";
import { maintenanceJson, recommendedJson, updateMaintenanceBody } from "./schemas.ts";
import {
  completeMaintenance,
  snoozeMaintenance,
  unsnoozeMaintenance,
  updateMaintenance,
} from "./update-maintenance.server.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const db = openTestDb();
const actors = {} as Record<"user" | "admin" | "oem" | "superuser", Actor>;
const machines = {} as Record<
  "mine" | "locked" | "foreign" | "simulated",
  { id: number; serialNumber: string }
>;

beforeAll(async () => {
  await db()
    .insert(serviceTiers)
    .values([
      { id: 1, name: "With", ui: true, maintenance: true },
      { id: 2, name: "Without", ui: true, events: true },
      { id: 3, name: "Dark", ui: false, maintenance: true },
    ]);
  const [acme, globex] = [await createCustomer(db()), await createCustomer(db())];
  const [here, there] = [
    await createFacility(db(), acme, "America/Chicago"),
    await createFacility(db(), globex),
  ];
  machines.mine = await createMachine(db(), { facilityId: here, serviceTierId: 1 });
  machines.locked = await createMachine(db(), { facilityId: here, serviceTierId: 2, make: "Ward" });
  machines.foreign = await createMachine(db(), {
    facilityId: there,
    serviceTierId: 1,
    make: "LMC",
  });
  machines.simulated = await createMachine(db(), {
    facilityId: here,
    serviceTierId: 1,
    serialNumber: "X_SIM",
  });
  actors.user = (
    await createUser(db(), { role: "user", customerId: acme, facilityIds: [here] })
  ).actor;
  actors.admin = (await createUser(db(), { role: "admin", customerId: acme })).actor;
  actors.oem = (await createUser(db(), { role: "oem_superuser", make: "Ward" })).actor;
  actors.superuser = (await createUser(db(), { role: "superuser" })).actor;
});

let counter = 0;
async function create(
  deviceId: number,
  over: Partial<typeof maintenances.$inferInsert> = {},
): Promise<number> {
  const row = {
    ...{
      deviceId,
      name: `Work ${++counter}`,
      kind: "feed_belts",
      type: "replacement" as const,
      verbs: VERBS.replacement,
      target: "belts",
    },
    ...{
      actions: ["Stop.", "Replace."],
      cutoffValue: 20,
      maxTagThreshold: 1000,
      createdAt: NOW,
      recommendedDate: NOW + 90 * DAY,
      ...over,
    },
  };
  const [made] = await db().insert(maintenances).values(row).returning({ id: maintenances.id });
  const id = made?.id ?? 0;
  if (typeof row.lastPerformedAt === "number")
    await db()
      .insert(maintenanceHistory)
      .values({ maintenanceId: id, performedAt: row.lastPerformedAt, createdAt: NOW });
  return id;
}
const burn = (maintenanceId: number, ...points: [at: number, value: number][]) =>
  db()
    .insert(burnRates)
    .values(points.map(([systemTime, value]) => ({ maintenanceId, systemTime, value })));
const deps = (who: keyof typeof actors = "admin", now = NOW) => ({
  db: db(),
  actor: actors[who],
  now,
});
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code: string; fields?: object }) =>
      error.fields ? [error.code, error.fields] : error.code,
  );

describe("recommended maintenance", () => {
  it("is what has a date, the next first, with status and what is left", async () => {
    const far = await create(machines.mine.id, { lastPerformedAt: NOW - DAY });
    const overdue = await create(machines.mine.id, {
      recommendedDate: NOW - DAY,
      lastPerformedAt: NOW - 60 * DAY,
    });
    await burn(overdue, [NOW - 2 * DAY, 30], [NOW - HOUR, 17.5], [NOW - 3 * DAY, 40]);
    const snoozed = await create(machines.mine.id, {
      recommendedDate: NOW - 5 * DAY,
      snoozedUntil: NOW + 9 * DAY,
    });
    const over = await create(machines.mine.id, {
      recommendedDate: NOW + 3 * DAY,
      snoozedUntil: NOW - 31 * DAY,
    });
    await create(machines.mine.id, { recommendedDate: null });
    const rows = await listRecommendedMaintenances(deps("user"), { device: machines.mine.id });
    expect(rows.map(({ id, status, currentState }) => [id, status, currentState])).toEqual([
      [overdue, "overdue", 17.5],
      [over, "due_soon", null],
      [snoozed, "snoozed", null],
      [far, "default", 100],
    ]);
    expect(rows[2]).toMatchObject({
      nextServiceDate: NOW + 9 * DAY,
      recommendedDate: NOW - 5 * DAY,
      timezone: "America/Chicago",
    });
    for (const row of rows)
      expect(recommendedJson.parse(toRecommendedJson(row)).description).toBe("Replace the belts");
    expect(
      (await listRecommendedMaintenances(deps("user"), { device: machines.mine.id, limit: 1 })).map(
        ({ id }) => id,
      ),
    ).toEqual([overdue]);
  });

  it("is shown of the actor's listed machines whose tier has maintenance", async () => {
    const ids = {
      mine: await create(machines.mine.id),
      locked: await create(machines.locked.id),
      foreign: await create(machines.foreign.id),
      simulated: await create(machines.simulated.id),
    };
    const seen = async (who: keyof typeof actors) => {
      const rows = new Set((await listRecommendedMaintenances(deps(who))).map(({ id }) => id));
      return Object.entries(ids).flatMap(([name, id]) => (rows.has(id) ? [name] : []));
    };
    expect([await seen("user"), await seen("oem"), await seen("superuser")]).toEqual([
      ["mine"],
      ["locked"],
      ["mine", "locked", "foreign", "simulated"],
    ]);
    for (const device of [machines.foreign.id, 987_654])
      expect(await refusal(listRecommendedMaintenances(deps("user"), { device }))).toBe(
        "not_found",
      );
    expect(
      await refusal(listRecommendedMaintenances(deps("user"), { device: machines.locked.id })),
    ).toBe("forbidden");
  });
});

describe("a machine's maintenances", () => {
  it("tell burn rates, history and snoozes, and what could be added", async () => {
    const { id: device } = await createMachine(db(), { facilityId: null, serviceTierId: 1 });
    const id = await create(device, { kind: "doctor_blades", lastPerformedAt: NOW - 9 * DAY });
    await burn(id, [NOW - 2 * DAY, 80], [NOW - DAY, 75]);
    await db()
      .insert(snoozeHistories)
      .values({
        maintenanceId: id,
        snoozedAt: NOW - DAY,
        snoozedUntil: NOW + DAY,
        reason: "Parts late",
      });
    const answer = await listMaintenances(deps("superuser"), device);
    const json = maintenanceJson.parse(toMaintenanceJson(answer.maintenances[0] as never));
    expect(json).toMatchObject({
      ...{ id, status: "default", current_percent: 75, service_tier: { id: 1, name: "With" } },
      burn_rates: [{ value: 80 }, { value: 75 }],
      history: [
        {
          performed_at: new Date(NOW - 9 * DAY).toISOString(),
          prediction_accuracy: null,
          user_name: null,
        },
      ],
      snooze_histories: {
        [new Date(NOW - DAY).toISOString()]: [new Date(NOW + DAY).toISOString(), "Parts late"],
      },
    });
    const kinds = answer.availableTypes.map(({ kind, value }) => [kind, value]);
    expect(kinds).toContainEqual(["feed_belts", 1]);
    expect(kinds).toContainEqual(["transmission_life", 0]);
    expect(kinds.map(([kind]) => kind)).not.toContain("doctor_blades");
    expect(kinds.at(-1)).toEqual(["custom", 61]);
  });

  it("are refused when foreign, missing or locked by the tier", async () => {
    expect(await refusal(listMaintenances(deps("user"), machines.foreign.id))).toBe("not_found");
    expect(await refusal(listMaintenances(deps("user"), 987_654))).toBe("not_found");
    expect(await refusal(listMaintenances(deps("user"), machines.locked.id))).toBe("forbidden");
    expect(await refusal(listMaintenances(deps("oem"), machines.locked.id))).toBe("done");
  });
});

describe("marking done", () => {
  it("begins the life anew, with history in the actor's name, and ends a snooze", async () => {
    const id = await create(machines.mine.id, {
      lastPerformedAt: NOW - 60 * DAY,
      recommendedDate: NOW - DAY,
      snoozedUntil: NOW + DAY,
    });
    await burn(id, [NOW - HOUR, 10]);
    const done = await completeMaintenance(deps(), id, {
      performedAt: NOW - HOUR,
      predictionAccuracy: "late",
    });
    expect(done).toMatchObject({
      ...{
        lastPerformedAt: NOW - HOUR,
        recommendedDate: NOW - HOUR + 800 * HOUR,
        snoozedUntil: null,
        currentPercent: 100,
        burnRates: [],
      },
      history: [
        { performedAt: NOW - HOUR, predictionAccuracy: "late", userName: "Kim Lee" },
        { performedAt: NOW - 60 * DAY },
      ],
    });
  });

  it("takes days of the plant, not before the last time and not after today", async () => {
    // 15:00 UTC is 9:00 in Chicago; five hours later is still the 19th there, ten hours later in UTC is not.
    const id = await create(machines.mine.id, { lastPerformedAt: Date.UTC(2026, 10, 10, 20) });
    const done = (performedAt: string | number, now = NOW) =>
      refusal(
        completeMaintenance(deps("admin", now), id, { performedAt, predictionAccuracy: null }),
      );
    const before = ["validation_failed", { performed_at: [{ code: "before_last_time" }] }];
    const after = ["validation_failed", { performed_at: [{ code: "after_today" }] }];
    expect([await done("2026-11-09"), await done("2026-11-20"), await done(NOW + DAY)]).toEqual([
      before,
      after,
      after,
    ]);
    expect(await done("2026-11-20", Date.UTC(2026, 10, 20, 3))).toEqual(after);
    expect(await done("2026-11-12")).toBe("done");
    const [row] = await db().select().from(maintenances).where(eq(maintenances.id, id));
    expect(row?.lastPerformedAt).toBe(Date.UTC(2026, 10, 12, 18));
  });

  it("in the past tells at once what burned since, and leaves it to a job where that cannot be read", async () => {
    const sent: unknown[] = [];
    const jobs = { send: (job: unknown) => Promise.resolve(void sent.push(job)) } as JobQueue;
    const done = async (steps: (asked: { startMs: number; buckets: number }) => unknown) => {
      const id = await create(machines.mine.id, { lastPerformedAt: NOW - 90 * DAY });
      const other = await create(machines.mine.id, { lastPerformedAt: NOW - 90 * DAY });
      const series = { steps: async (asked: never) => steps(asked) } as never;
      const performedAt = NOW - 40 * DAY;
      const work = await completeMaintenance({ ...deps(), jobs, series }, id, {
        performedAt,
        predictionAccuracy: null,
      });
      const others = await db().select().from(burnRates).where(eq(burnRates.maintenanceId, other));
      return [work.status, work.currentPercent, others.length];
    };
    const running = ({ startMs, buckets }: { startMs: number; buckets: number }) => ({
      points: {
        machine_running: Array.from({ length: buckets }, (_, hour) => ({
          timeMs: startMs + hour * HOUR,
          value: 1,
        })),
      },
    });
    // Of 1000 hours 960 are gone.
    expect(await done(running)).toEqual(["overdue", 4, 0]);
    expect(sent).toEqual([]);
    const broken = () => {
      throw new Error("the recorder is away");
    };
    expect(await done(broken)).toEqual(["due_soon", 100, 0]);
    expect(sent).toEqual([{ type: "keep_burn_rates", deviceId: machines.mine.id }]);
  });

  it("of today begins now, in the afternoon too, so that nothing of its life has burned", async () => {
    const evening = NOW + 9 * HOUR;
    const id = await create(machines.mine.id, { lastPerformedAt: NOW - 60 * DAY });
    const done = () =>
      completeMaintenance(deps("admin", evening), id, {
        performedAt: "2026-11-19",
        predictionAccuracy: null,
      });
    expect(await done()).toMatchObject({ lastPerformedAt: evening, currentPercent: 100 });
    expect((await done()).history).toHaveLength(2);
  });

  it("sent again for the same day changes nothing", async () => {
    const id = await create(machines.mine.id, { maxTagThreshold: null });
    for (let i = 0; i < 2; i++)
      await completeMaintenance(deps(), id, {
        performedAt: "2026-11-19",
        predictionAccuracy: null,
      });
    const { maintenances: list } = await listMaintenances(deps(), machines.mine.id);
    expect(list.find((one) => one.id === id)).toMatchObject({
      history: [{ performedAt: NOW }],
      recommendedDate: null,
    });
    expect(list.find((one) => one.id === id)?.history).toHaveLength(1);
  });

  it("at an earlier moment of the same day changes nothing", async () => {
    const id = await create(machines.mine.id, { maxTagThreshold: null });
    for (const performedAt of ["2026-11-19", NOW - HOUR, NOW - HOUR])
      await completeMaintenance(deps(), id, { performedAt, predictionAccuracy: null });
    const { maintenances: list } = await listMaintenances(deps(), machines.mine.id);
    expect(list.find((one) => one.id === id)?.history).toMatchObject([{ performedAt: NOW }]);
  });

  it("of a day on which it fell due again begins another life; a second click does not, and is told so", async () => {
    const id = await create(machines.mine.id, {
      ...{ kind: CUSTOM_KIND, maxTagThreshold: 2, cutoffValue: 50 },
      ...{ lastPerformedAt: NOW, recommendedDate: NOW + HOUR },
    });
    const doneAfter = async (passedMs: number) => {
      const { isRepeat, history } = await completeMaintenance(deps("admin", NOW + passedMs), id, {
        performedAt: "2026-11-19",
        predictionAccuracy: "late",
      });
      return [isRepeat, history.length];
    };
    expect(await doneAfter(HOUR - 1)).toEqual([true, 1]);
    expect(await doneAfter(HOUR + 1)).toEqual([false, 2]);
    expect(await doneAfter(HOUR + 2)).toEqual([true, 2]);
    // Of a life that is over as soon as it begins, too.
    await db().update(maintenances).set({ recommendedDate: NOW }).where(eq(maintenances.id, id));
    expect(await doneAfter(HOUR + 60_000)).toEqual([true, 2]);
    expect(await doneAfter(HOUR + 60_001)).toEqual([false, 3]);
  });

  it("is refused with another machine's serial number", async () => {
    const id = await create(machines.mine.id);
    const { maintenances: list } = await listMaintenances(deps(), machines.mine.id);
    const before = list.find((one) => one.id === id);
    const done = (deviceSerial: string | null) =>
      refusal(
        completeMaintenance(deps(), id, {
          ...{ performedAt: "2026-11-19", predictionAccuracy: null, deviceSerial },
        }),
      );
    const serial = machines.mine.serialNumber;
    expect(await done("WRONG")).toEqual([
      "validation_failed",
      { device_serial: [{ code: "one_of", values: serial }] },
    ]);
    expect(before?.history).toEqual([]);
    expect([await done(serial), await done(null)]).toEqual(["done", "done"]);
  });

  it.each(["2016-11-18", "1926-11-19", "0001-01-01", Date.UTC(1965, 1, 1)])(
    "is refused of %s: nobody means more than ten years ago",
    async (performedAt) => {
      const id = await create(machines.mine.id);
      const done = (day: string | number) =>
        refusal(completeMaintenance(deps(), id, { performedAt: day, predictionAccuracy: null }));
      expect(await done(performedAt)).toEqual([
        "validation_failed",
        { performed_at: [{ code: "long_ago", years: 10 }] },
      ]);
      expect(await done("2016-11-19")).toBe("done");
    },
  );
});

describe("snoozing", () => {
  it("puts off to tomorrow at the earliest, keeps the reason, and ends when taken up again", async () => {
    const id = await create(machines.mine.id, {
      recommendedDate: NOW - DAY,
      lastPerformedAt: NOW - 60 * DAY,
    });
    await burn(id, [NOW, 10]);
    const snooze = (until: string | number, reason = "No parts") =>
      refusal(snoozeMaintenance(deps(), id, { until, reason }));
    const tooSoon = ["validation_failed", { snoozed_until: [{ code: "tomorrow_or_later" }] }];
    expect([await snooze("2026-11-19"), await snooze(NOW + HOUR)]).toEqual([tooSoon, tooSoon]);
    expect(await snooze("2026-11-20", "  ")).toEqual([
      "validation_failed",
      { snooze_reason: [{ code: "required" }] },
    ]);
    expect(await snooze("2029-01-01")).toMatchObject(["validation_failed", {}]);
    const snoozed = await snoozeMaintenance(deps(), id, {
      until: "2026-11-20",
      reason: "No parts",
    });
    // Offered again only when it is overdue again; the same again changes nothing.
    expect(await snooze("2026-11-21")).toBe("conflict");
    expect(await snooze("2026-11-20")).toBe("done");
    expect(snoozed).toMatchObject({
      status: "snoozed",
      snoozedAt: NOW,
      snoozedUntil: Date.UTC(2026, 10, 20, 6),
      snoozeReason: "No parts",
    });
    const taken = await unsnoozeMaintenance(deps(), id);
    expect(taken).toMatchObject({
      status: "overdue",
      snoozedAt: null,
      snoozedUntil: null,
      snoozeReason: null,
    });
    expect(taken.snoozeHistories).toMatchObject([{ snoozedAt: NOW, reason: "No parts" }]);
    expect(taken.snoozeHistories).toHaveLength(1);
    const early = await create(machines.mine.id);
    expect(
      await refusal(snoozeMaintenance(deps(), early, { until: "2026-11-20", reason: "x" })),
    ).toBe("conflict");
  });
});

describe("who may change", () => {
  it("admins and the provider's staff, their own machines, where the tier has maintenance", async () => {
    const ids = {
      mine: await create(machines.mine.id),
      locked: await create(machines.locked.id),
      foreign: await create(machines.foreign.id),
    };
    const change = { kind: "unsnooze" } as const;
    const tries = (who: keyof typeof actors) =>
      Promise.all(
        [...Object.values(ids), 987_654].map((id) =>
          refusal(updateMaintenance(deps(who), id, change)),
        ),
      );
    expect(await tries("user")).toEqual(["forbidden", "forbidden", "forbidden", "forbidden"]);
    expect(await tries("admin")).toEqual(["done", "forbidden", "not_found", "not_found"]);
    expect(await tries("oem")).toEqual(["not_found", "done", "not_found", "not_found"]);
    expect(await tries("superuser")).toEqual(["done", "done", "done", "not_found"]);
  });
});

describe("what a change says", () => {
  const read = (maintenance: object) => updateMaintenanceBody.safeParse({ maintenance });
  const problems = (maintenance: object) =>
    read(maintenance).error?.issues.map((issue) => issue.path.join("."));

  it("is told by its fields, wrapped or not", () => {
    expect(read({ performed_at: "2026-11-19", prediction_accuracy: 0 }).data?.maintenance).toEqual({
      ...{
        kind: "complete",
        performedAt: "2026-11-19",
        predictionAccuracy: "early",
        doubleUp: null,
        deviceSerial: null,
      },
    });
    expect(
      updateMaintenanceBody.parse({ performed_at: NOW, prediction_accuracy: 2 }).maintenance,
    ).toMatchObject({
      ...{ performedAt: NOW, predictionAccuracy: "late" },
    });
    expect(
      read({ snoozed_at: null, snoozed_until: null, snooze_reason: null }).data?.maintenance,
    ).toEqual({ kind: "unsnooze" });
    expect(
      read({ snoozed_until: "2026-12-01T10:00:00Z", snooze_reason: " x " }).data?.maintenance,
    ).toMatchObject({
      ...{ kind: "snooze", until: Date.UTC(2026, 11, 1, 10), reason: "x" },
    });
  });

  it("is refused by the field that is wrong", () => {
    expect(problems({})).toEqual(["maintenance.performed_at"]);
    expect(problems({ performed_at: "2026-02-30" })).toEqual(["maintenance.performed_at"]);
    expect(problems({ performed_at: NOW, prediction_accuracy: 3 })).toEqual([
      "maintenance.prediction_accuracy",
    ]);
    expect(problems({ performed_at: NOW, snoozed_until: NOW })).toEqual([
      "maintenance.snoozed_until",
    ]);
    expect(problems({ snoozed_until: NOW, snooze_reason: " " })).toEqual([
      "maintenance.snooze_reason",
    ]);
  });
});

it("says that there is no such maintenance where somebody deletes it as it is marked done", async () => {
  const id = await create(machines.mine.id);
  const jobs = {
    send: async () => void (await db().delete(maintenances).where(eq(maintenances.id, id))),
  };
  await expect(
    completeMaintenance({ db: db(), now: NOW, actor: actors.admin, jobs }, id, {
      ...{ performedAt: NOW, predictionAccuracy: null },
    }),
  ).rejects.toMatchObject({ code: "not_found" });
});
