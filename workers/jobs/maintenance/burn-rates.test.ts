import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { burnRates, maintenances } from "#app/db/schema/index.ts";
import { createCustomer, createFacility, createMachine, NOW } from "#tests/factories/people.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { countRests } from "#tests/factories/rests.ts";
import { keepBurnRates } from "./burn-rates.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const db = openTestDb();
let deviceId: number;
let number = 0;

beforeEach(async () => {
  await db().delete(maintenances);
  deviceId = (
    await createMachine(db(), {
      facilityId: await createFacility(db(), await createCustomer(db())),
    })
  ).id;
});

async function addWork(over: Partial<typeof maintenances.$inferInsert> = {}): Promise<number> {
  const words = { past: "x", present: "x", noun: "x" };
  const row = {
    deviceId,
    name: `Work ${++number}`,
    kind: "belts",
    type: "replacement" as const,
    verbs: words,
    target: "belts",
    actions: [],
  };
  const life = {
    cutoffValue: 20,
    maxTagThreshold: 100,
    lastPerformedAt: NOW - 4 * DAY,
    recommendedDate: NOW,
    createdAt: NOW,
  };
  const [made] = await db()
    .insert(maintenances)
    .values({ ...row, ...life, ...over })
    .returning();
  return made!.id;
}
/** A machine that ran `share` of every hour; null: nobody heard of it. */
const running = (share: number | null) => ({
  steps: ({ startMs, buckets }: { startMs: number; buckets: number }) =>
    Promise.resolve({
      points: {
        machine_running: Array.from({ length: buckets }, (_, hour) => ({
          timeMs: startMs + hour * HOUR,
          value: share,
        })),
      },
    }),
});
const keep = (share: number | null, now = NOW) =>
  keepBurnRates({ db: db(), now, series: running(share) as never });
const line = async (id: number) =>
  (
    await db()
      .select()
      .from(burnRates)
      .where(eq(burnRates.maintenanceId, id))
      .orderBy(asc(burnRates.systemTime))
  ).map(({ systemTime, value }) => [systemTime, Math.round(value * 100) / 100]);
const dateOf = async (id: number) =>
  (await db().select().from(maintenances).where(eq(maintenances.id, id)).get())?.recommendedDate;

describe("the burn rates", () => {
  it("go down by the hours that the machine ran, and move the recommended date", async () => {
    const id = await addWork();
    expect(await keep(0.5)).toEqual({ machines: 1, works: 1, failed: 0 });
    const points = await line(id);
    expect([points[0], points.at(-1)]).toEqual([
      [NOW - 4 * DAY, 100],
      [NOW, 52],
    ]);
    // 12 percent a day: from 52 to 20 in 2.67 days.
    expect(Math.abs((await dateOf(id))! - (NOW + (32 / 12) * DAY))).toBeLessThan(1000);
  });

  it("are the same when worked out twice, and go on from what is settled", async () => {
    const id = await addWork();
    await keep(0.5);
    const once = await line(id);
    await keep(0.5);
    expect(await line(id)).toEqual(once);
    await keep(0.5, NOW + DAY);
    expect((await line(id)).at(-1)).toEqual([NOW + DAY, 40]);
  });

  it("take late samples of the last two days in", async () => {
    const id = await addWork();
    await keep(0);
    await keep(0.5, NOW + HOUR);
    const points = new Map((await line(id)) as [number, number][]);
    expect(points.get(NOW + HOUR)).toBeLessThan(100 - 47 / 2);
  });

  it("take samples in that come months late, and count of an hour what was heard", async () => {
    const id = await addWork({ lastPerformedAt: NOW - 60 * DAY, maxTagThreshold: 4_000 });
    const late = (lateHours: number) => ({
      steps: ({ startMs, buckets }: { startMs: number; buckets: number }) =>
        Promise.resolve({
          points: {
            machine_running: Array.from({ length: buckets }, (_, hour) => {
              const timeMs = startMs + hour * HOUR;
              const isHeard = timeMs >= NOW - DAY || timeMs < NOW - (60 * 24 - lateHours) * HOUR;
              return { timeMs, value: isHeard ? 1 : null, heldMs: isHeard ? HOUR / 4 : 0 };
            }),
          },
        }),
    });
    const keepLate = (hours: number) =>
      keepBurnRates({ db: db(), now: NOW, series: late(hours) as never });
    await keepLate(0);
    expect((await line(id)).at(-1)).toEqual([NOW, 99.85]);
    await keepLate(400);
    expect((await line(id)).at(-1)).toEqual([NOW, 97.35]);
  });

  it("keep what burned before the samples begin, and write nothing when nothing differs", async () => {
    const id = await addWork({ lastPerformedAt: NOW - 100 * DAY, maxTagThreshold: 4_000 });
    await db()
      .insert(burnRates)
      .values([
        { maintenanceId: id, systemTime: NOW - 100 * DAY, value: 100 },
        { maintenanceId: id, systemTime: NOW - 30 * DAY, value: 60 },
        { maintenanceId: id, systemTime: NOW - 5 * DAY, value: 50 },
        { maintenanceId: id, systemTime: NOW - DAY, value: 12 },
      ]);
    const begins = {
      steps: ({ startMs, buckets }: { startMs: number; buckets: number }) =>
        Promise.resolve({
          points: {
            machine_running: Array.from({ length: buckets }, (_, hour) => {
              const timeMs = startMs + hour * HOUR;
              return { timeMs, value: timeMs < NOW - 6 * DAY ? null : 1 };
            }),
          },
        }),
    };
    const keepIt = () => keepBurnRates({ db: db(), now: NOW, series: begins as never });
    await keepIt();
    const once = await line(id);
    expect(once.slice(0, 3).map(([, value]) => value)).toEqual([100, 60, 50]);
    expect(once.at(-1)).toEqual([NOW, 47]);
    await keepIt();
    expect(await line(id)).toEqual(once);
  });

  it("of a custom one that was never done burn by the clock from when it was added", async () => {
    const id = await addWork({
      ...{ kind: "custom", lastPerformedAt: null, createdAt: NOW - 5 * DAY, maxTagThreshold: 240 },
    });
    await keep(null);
    expect((await line(id)).at(-1)).toEqual([NOW, 50]);
    expect(await dateOf(id)).toBe(NOW + 3 * DAY);
  });

  it("of a machine that feeds two sheets a turn burn twice as fast", async () => {
    const id = await addWork({ doubleUp: true });
    await keep(0.25);
    expect((await line(id)).at(-1)).toEqual([NOW, 52]);
  });

  it("stay as they are while nobody hears of the machine; a lifetime in days goes on", async () => {
    const [worn, custom] = [
      await addWork(),
      await addWork({ kind: "custom", maxTagThreshold: 240 }),
    ];
    await keep(null);
    expect([await line(worn), await dateOf(worn)]).toEqual([[], NOW]);
    expect((await line(custom)).at(-1)).toEqual([NOW, 60]);
  });

  it("know nothing of work that was never done or whose life nobody knows, and one machine's failure is its own", async () => {
    await addWork({ lastPerformedAt: null });
    await addWork({ maxTagThreshold: null });
    const broken = { steps: () => Promise.reject(new Error("away")) };
    await addWork();
    const rests = countRests();
    expect(await keepBurnRates({ db: db(), now: NOW, series: broken as never })).toEqual({
      machines: 0,
      works: 0,
      failed: 1,
    });
    expect(rests()).toBe(1);
    expect(await db().select().from(burnRates)).toEqual([]);
  });
});
