import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  devices,
  downtimePredictions,
  machineDays,
  maintenanceHistory,
  maintenances,
  predictionModels,
} from "#app/db/schema/index.ts";
import { FEATURES } from "#app/domain/prediction/features.ts";
import { packHour, type HourFacts } from "#app/domain/prediction/hour-facts.ts";
import type { StoredModel } from "#app/domain/prediction/train.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createCustomer, createFacility, createMachine, NOW } from "#tests/factories/people.ts";
import { countRests } from "#tests/factories/rests.ts";
import { gatherDays, KEPT_DAYS } from "./gather-days.ts";
import { keepPredictions } from "./keep-predictions.ts";
import { predictMachines } from "./predict-machines.ts";
import { trainModels } from "./train-models.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TODAY = Math.floor(NOW / DAY) * DAY;
const FEEDING = 4;
const db = openTestDb();
let facilityId: number;
let machine: number;

beforeEach(async () => {
  await db().delete(devices);
  await db().delete(predictionModels);
  facilityId = await createFacility(db(), await createCustomer(db()));
  machine = (await createMachine(db(), { facilityId })).id;
});

type Range = {
  deviceId: number;
  metrics: readonly string[];
  startMs: number;
  endMs: number;
  buckets: number;
};
/** Machines that are heard each minute and feed, but for the states given; `asked` remembers the questions. */
function plant({
  states = [[0, FEEDING]] as [number, number][],
  metrics = ["machine_state", "order_number"],
  away = false,
} = {}) {
  const asked: Range[] = [];
  return {
    asked,
    recorder: () => ({
      metrics: () => (away ? Promise.reject(new Error("away")) : Promise.resolve(metrics)),
    }),
    series: {
      telemetry: (range: Range) => {
        asked.push(range);
        const heard = Array.from({ length: range.buckets }, (_, minute) => {
          const value = FEEDING;
          return {
            timeMs: range.startMs + minute * MINUTE,
            value,
            min: value,
            max: value,
            count: 1,
            upper: null,
            lower: null,
            adFlag: null,
          };
        });
        const inside = states
          .map(([timeMs, code]) => ({ timeMs: Math.max(timeMs, range.startMs), code }))
          .filter(({ timeMs }) => timeMs < range.endMs);
        return Promise.resolve({ points: { machine_state: heard }, states: inside });
      },
    },
  };
}
const deps = (told = plant(), now = NOW) => ({ ...told, db: db(), now }) as never;
const days = () => db().select().from(machineDays).orderBy(machineDays.day);

const hour = (over: Partial<HourFacts> = {}): HourFacts => ({
  ...{
    startMs: 0,
    heard: 60,
    on: 60,
    run: 60,
    stops: 0,
    jams: 0,
    eStops: 0,
    speed: 100,
    spread: 0.1,
    flagged: 0,
    downs: [],
    end: "up",
  },
  ...over,
});
/** Days that were read for good, in one statement. */
const addDays = (deviceId: number, rows: { day: number; hours: unknown[] }[]) =>
  db().run(
    sql`insert into machine_days (device_id, day, hours, reads, read_at)
      select ${deviceId}, json_extract(value, '$.day'), json_extract(value, '$.hours'), 3, ${NOW} from json_each(${JSON.stringify(rows)})`,
  );

/** Days in which the machine goes down at the middle of each hour that `isDown` says. */
const keepDays = (deviceId: number, count: number, isDown: (hourIndex: number) => boolean) =>
  addDays(
    deviceId,
    Array.from({ length: count }, (_, back) => {
      const day = TODAY - (back + 1) * DAY;
      const hours = Array.from({ length: 24 }, (_unused, at) => {
        const startMs = day + at * HOUR;
        return packHour(
          hour({ startMs, downs: isDown((back + 1) * 24 + at) ? [startMs + 30 * MINUTE] : [] }),
        );
      });
      return { day, hours };
    }),
  );

describe("gathering", () => {
  it("reads the newest days first, a bounded number a run, by the minute and with the hour before", async () => {
    const told = plant();
    expect(await gatherDays(deps(told), [machine], 3)).toEqual({
      days: 3,
      left: KEPT_DAYS - 3,
      failed: 0,
    });
    expect((await days()).map(({ day }) => day)).toEqual([
      TODAY - 3 * DAY,
      TODAY - 2 * DAY,
      TODAY - DAY,
    ]);
    expect(told.asked[0]).toEqual({
      ...{
        deviceId: machine,
        metrics: ["machine_state"],
        startMs: TODAY - DAY - HOUR,
        endMs: TODAY,
        buckets: 25 * 60,
      },
    });
    expect((await days())[0]!.hours[0]!.slice(0, 3)).toEqual([60, 60, 60]);
    expect((await gatherDays(deps(told), [machine], 3)).days).toBe(3);
    expect(await days()).toHaveLength(6);
  });

  it("reads a day again when late samples may have come, and then no more", async () => {
    await addDays(
      machine,
      Array.from({ length: KEPT_DAYS - 2 }, (_, back) => ({
        day: TODAY - (back + 3) * DAY,
        hours: [],
      })),
    );
    const later = async (ms: number) =>
      (await gatherDays(deps(plant(), NOW + ms), [machine], 500)).days;
    expect([
      await later(0),
      await later(0),
      await later(5 * HOUR),
      await later(7 * HOUR),
      await later(8 * HOUR),
    ]).toEqual([2, 0, 0, 2, 0]);
    // Two days later: two new ones are over, and the two oldest are forgotten.
    expect([await later(7 * HOUR + 2 * DAY), await later(8 * HOUR + 2 * DAY)]).toEqual([4, 0]);
    expect(await days()).toHaveLength(KEPT_DAYS);
    expect((await days())[0]!.day).toBe(TODAY + 2 * DAY - KEPT_DAYS * DAY);
  });

  it("keeps a day of a machine that was never heard as such, and comes back to one that could not be read", async () => {
    const silent = plant({ metrics: [] });
    await gatherDays(deps(silent), [machine], 1);
    expect(silent.asked).toEqual([]);
    expect((await days())[0]!.hours[0]![0]).toBe(0);
    await db().delete(machineDays);
    expect(await gatherDays(deps(plant({ away: true })), [machine], 2)).toEqual({
      days: 0,
      left: KEPT_DAYS - 2,
      failed: 2,
    });
    expect((await gatherDays(deps(), [machine], 2)).days).toBe(2);
    expect(await gatherDays(deps(), [], 2)).toEqual({ days: 0, left: 0, failed: 0 });
  });
});

const model = () => db().select().from(predictionModels).get();

describe("learning", () => {
  it("takes all machines of a make, one make a run, and again a day after", async () => {
    const worse = (await createMachine(db(), { facilityId })).id;
    await createMachine(db(), { facilityId, make: "Ward" });
    await keepDays(machine, 30, (at) => at % 40 === 0);
    await keepDays(worse, 30, (at) => at % 3 === 0);
    const rests = countRests();
    const learned = [
      await trainModels({ db: db(), now: NOW }),
      await trainModels({ db: db(), now: NOW }),
    ];
    expect(learned).toMatchObject([
      { make: "Sun", status: "ready", machines: 2 },
      { make: "Ward", status: "too_little_data", machines: 1, examples: 0 },
    ]);
    // After each machine, and after each piece of what is learned from them.
    expect(rests()).toBeGreaterThan(3 + 2 * FEATURES.length);
    expect(await trainModels({ db: db(), now: NOW })).toBeNull();
    const [sun] = await db()
      .select()
      .from(predictionModels)
      .where(eq(predictionModels.make, "Sun"));
    expect(sun).toMatchObject({
      status: "ready",
      trainedAt: NOW,
      model: { features: [...FEATURES] },
    });
    expect((sun!.report as { skill: number }).skill).toBeGreaterThan(0.05);
    expect(await trainModels({ db: db(), now: NOW + HOUR })).toMatchObject({ make: "Ward" });
    expect(await trainModels({ db: db(), now: NOW + HOUR })).toBeNull();
    expect(await trainModels({ db: db(), now: NOW + DAY })).toMatchObject({ make: "Ward" });
    expect(await trainModels({ db: db(), now: NOW + DAY })).toMatchObject({ make: "Sun" });
  });

  it("stores no model that is no better than the rate, and takes back the one before", async () => {
    // By chance alone.
    await keepDays(machine, 30, (at) => Math.abs(Math.sin(at * 12.9898) * 43_758.5453) % 1 < 0.1);
    const before = {
      make: "Sun",
      status: "ready" as const,
      model: MODEL,
      report: { days: 1 },
      trainedAt: NOW - DAY,
    };
    await db().insert(predictionModels).values(before);
    expect(await trainModels({ db: db(), now: NOW })).toMatchObject({
      status: "no_better_than_rate",
    });
    expect(await model()).toMatchObject({ status: "no_better_than_rate", model: null });
  });
});

/** Says 1 / (1 + e) of 27 % plus what the hours since service add. */
const MODEL: StoredModel = {
  features: [...FEATURES],
  means: FEATURES.map(() => 0),
  scales: FEATURES.map(() => 1),
  weights: [-1, ...FEATURES.map((name) => (name === "hours_since_service" ? 1 : 0))],
};
const addModel = () =>
  db()
    .insert(predictionModels)
    .values({ make: "Sun", status: "ready", model: MODEL, report: { days: 30 }, trainedAt: NOW });
const told = () => db().select().from(downtimePredictions).get();

describe("telling", () => {
  it("stores the chance that the make's model says of the machine now, with its horizon", async () => {
    await addModel();
    expect(await predictMachines(deps(), [machine])).toEqual({ told: 1, untold: 0, failed: 0 });
    const first = await told();
    expect(first).toMatchObject({
      deviceId: machine,
      horizonMinutes: 240,
      reason: null,
      predictedAt: NOW,
    });
    expect(first!.prediction).toBeCloseTo(1 / (1 + Math.E), 9);
    const words = { past: "x", present: "x", noun: "x" };
    const work = {
      deviceId: machine,
      name: "Belts",
      kind: "belts",
      type: "replacement" as const,
      verbs: words,
      target: "x",
      actions: [],
    };
    const [row] = await db()
      .insert(maintenances)
      .values({ ...work, cutoffValue: 20, createdAt: NOW })
      .returning();
    const done = { maintenanceId: row!.id, performedAt: NOW - 9 * HOUR, createdAt: NOW };
    await db().insert(maintenanceHistory).values(done);
    await predictMachines(deps(), [machine]);
    expect((await told())!.prediction).toBeCloseTo(1 / (1 + Math.exp(1 - Math.log1p(9))), 9);
  });

  it("takes the weeks before as they were kept, up to where the last day begins", async () => {
    const rate = {
      ...MODEL,
      weights: [0, ...FEATURES.map((name) => (name === "downs_month" ? 1 : 0))],
    };
    await db()
      .insert(predictionModels)
      .values({ make: "Sun", status: "ready", model: rate, report: { days: 30 }, trainedAt: NOW });
    await keepDays(machine, 40, (at) => at % 24 === 20);
    await predictMachines(deps(), [machine]);
    // It is 15:00: yesterday's 20:00 lies in the last 24 hours, which are read anew, and in them nothing happened.
    expect((await told())!.prediction).toBeCloseTo(
      1 / (1 + Math.exp(-Math.log((27 + 0.5) / (28 * 24 + 10)))),
      9,
    );
  });

  it("stores the reason where nobody can say: off, down, not heard, or a model of another age", async () => {
    await addModel();
    const reasonOf = async (source: ReturnType<typeof plant>) => {
      expect(await predictMachines(deps(source), [machine])).toEqual({
        told: 0,
        untold: 1,
        failed: 0,
      });
      return (await told())!.reason;
    };
    expect(
      await reasonOf(
        plant({
          states: [
            [0, FEEDING],
            [NOW - HOUR, 0],
          ],
        }),
      ),
    ).toBe("machine_off");
    expect(
      await reasonOf(
        plant({
          states: [
            [0, FEEDING],
            [NOW - HOUR, 1],
          ],
        }),
      ),
    ).toBe("machine_down");
    expect(await reasonOf(plant({ metrics: [] }))).toBe("not_heard");
    expect(await reasonOf(plant({ states: [[NOW - HOUR, FEEDING]] }))).toBe("not_heard");
    await db()
      .update(predictionModels)
      .set({ model: { ...MODEL, features: ["moon"] } });
    expect(await reasonOf(plant())).toBe("outdated");
    expect((await told())!.prediction).toBeNull();
  });

  it("asks nothing of machines without a model, and leaves one that cannot be read as it was", async () => {
    const quiet = plant();
    expect(await predictMachines(deps(quiet), [machine])).toEqual({
      told: 0,
      untold: 0,
      failed: 0,
    });
    expect(quiet.asked).toEqual([]);
    await addModel();
    await predictMachines(deps(), [machine]);
    expect(await predictMachines(deps(plant({ away: true }), NOW + HOUR), [machine])).toEqual({
      told: 0,
      untold: 0,
      failed: 1,
    });
    expect((await told())!.predictedAt).toBe(NOW);
  });
});

it("a run gathers, learns and tells, and the machines' days go with the machine", async () => {
  await addModel();
  const rests = countRests();
  const run = await keepPredictions(deps());
  // After each day that is read and each machine that is told of.
  expect(rests()).toBeGreaterThanOrEqual(24 + 1);
  expect(run).toMatchObject({
    gathered: { days: 24, failed: 0 },
    trained: null,
    predicted: { told: 1 },
  });
  await db().delete(devices);
  expect([await days(), await told()]).toEqual([[], undefined]);
});

it("nothing is told of a machine out of service", async () => {
  await addModel();
  await keepPredictions(deps());
  expect(await told()).toBeDefined();
  await db().update(devices).set({ retiredAt: NOW });
  expect(await keepPredictions(deps())).toMatchObject({ predicted: { told: 0, untold: 0 } });
  expect(await told()).toBeUndefined();
});
