import { beforeAll, describe, expect, it } from "vitest";
import {
  events,
  maintenanceHistory,
  maintenances,
  samplers,
  serviceTiers,
  telemetryDefinitions,
} from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import type { SeriesPoint } from "#app/domain/series/types.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { getWorkAround } from "./get-work-around.server.ts";

const db = openTestDb();
const DONE = Math.floor((NOW - 5 * DAY_MS) / HOUR_MS) * HOUR_MS;
const BEFORE = DONE - 30 * DAY_MS;
let admin: Actor;
let stranger: Actor;
let id: number;
const asked: string[][] = [];
const empty = { min: null, max: null, count: 1, upper: null, lower: null, adFlag: null };

/** Ran half of each hour before the work, all of it after; `feed_current` was abnormal an hour of each step before. */
const series = {
  steps: (query: { startMs: number; endMs: number; buckets: number }) => {
    const width = (query.endMs - query.startMs) / query.buckets;
    const points = Array.from({ length: query.buckets }, (_, index): SeriesPoint => {
      const timeMs = query.startMs + index * width;
      return { ...empty, timeMs, value: timeMs < DONE ? 0.5 : 1, heldMs: width };
    });
    return Promise.resolve({ points: { machine_running: points }, states: [] });
  },
  abnormal: (query: { metrics: readonly string[]; startMs: number; endMs: number }) => {
    asked.push([...query.metrics]);
    const slot = { startMs: query.startMs, endMs: query.endMs, heldMs: HOUR_MS };
    return Promise.resolve(
      Object.fromEntries(
        query.metrics.map((metric) => [
          metric,
          [{ ...slot, abnormalMs: query.startMs < DONE ? HOUR_MS : 0 }],
        ]),
      ),
    );
  },
};
const deps = (actor = admin) => ({ db: db(), actor, now: NOW, series });

beforeAll(async () => {
  await db()
    .insert(serviceTiers)
    .values([
      { id: 81, name: "All", ui: true, maintenanceUnlimited: true, events: true, ad: true },
    ]);
  const customerId = await createCustomer(db());
  const facilityId = await createFacility(db(), customerId);
  const machine = await createMachine(db(), { facilityId, serviceTierId: 81 });
  admin = (await createUser(db(), { role: "admin", customerId })).actor;
  stranger = (await createUser(db(), { role: "admin", customerId: await createCustomer(db()) }))
    .actor;
  const [row] = await db()
    .insert(maintenances)
    .values({
      ...{ deviceId: machine.id, name: "Feed belts", kind: "feed_belts" },
      ...{ type: "replacement" as const, verbs: VERBS.replacement, target: "belts", actions: [] },
      ...{ cutoffValue: 20, maxTagThreshold: 720, lastPerformedAt: DONE, createdAt: BEFORE },
    })
    .returning({ id: maintenances.id });
  id = row!.id;
  const done = (performedAt: number) => ({ maintenanceId: id, performedAt, createdAt: NOW });
  await db()
    .insert(maintenanceHistory)
    .values([done(BEFORE), done(DONE)]);
  const [sampler] = await db()
    .insert(samplers)
    .values({
      deviceId: machine.id,
      name: "PLC",
      spec: "HttpBatch",
      createdAt: NOW,
      updatedAt: NOW,
    })
    .returning({ id: samplers.id });
  const tag = (humanKey: string, primarySection: string) => ({
    ...{ samplerId: sampler!.id, deviceId: machine.id, machineKey: humanKey },
    ...{ humanKey, primarySection, createdAt: NOW },
  });
  await db()
    .insert(telemetryDefinitions)
    .values([tag("feed_current", "feeder"), tag("ink_level", "printing")]);
  await db()
    .insert(events)
    .values({
      ...{ deviceId: machine.id, name: "Jam", createdAt: NOW },
      ...{ startAt: DONE - DAY_MS, endAt: DONE, downtimeStartAt: DONE - 3 * HOUR_MS },
      downtimeEndAt: DONE - HOUR_MS,
    });
});

describe("around a completed work", () => {
  it("stand stops and downtime of the 14 days before and after it, up to now", async () => {
    const { before, after, section } = await getWorkAround(deps(), id, DONE);
    expect(section).toBe("feeder");
    expect(before).toMatchObject({
      ...{ startMs: DONE - 14 * DAY_MS, endMs: DONE },
      ...{ heardMs: 14 * DAY_MS, stoppedMs: 7 * DAY_MS },
      downtimes: { count: 1, lengthMs: 2 * HOUR_MS },
    });
    expect(after).toMatchObject({
      ...{ startMs: DONE, endMs: NOW, stoppedMs: 0 },
      downtimes: { count: 0, lengthMs: 0 },
    });
  });

  it("stand the abnormal readings of the part's section, and of no other", async () => {
    asked.length = 0;
    const { before, after } = await getWorkAround(deps(), id, DONE);
    expect([before.abnormal, after.abnormal]).toEqual([
      [{ tag: "feed_current", abnormalMs: HOUR_MS }],
      [],
    ]);
    expect(new Set(asked.flat())).toEqual(new Set(["feed_current"]));
  });

  it("burns the life that it ended from the work before, by the hours that the machine ran", async () => {
    const { life } = await getWorkAround(deps(), id, DONE);
    expect(life?.[0]).toEqual({ timeMs: BEFORE, value: 100 });
    // Half of each hour of 30 days, out of 720 hours of life.
    expect(life?.at(-1)).toEqual({ timeMs: DONE, value: 50 });
  });

  it("says why a life cannot be drawn: the first time, or samples that begin after it", async () => {
    const noLife = async (at: number, heardFromMs: number) =>
      (
        await getWorkAround(
          {
            ...deps(),
            series: {
              ...series,
              steps: async (query) => {
                const { points, states } = await series.steps(query);
                const heard = points.machine_running.filter(({ timeMs }) => timeMs >= heardFromMs);
                return { points: { machine_running: heard }, states };
              },
            },
          },
          id,
          at,
        )
      ).noLife;
    expect(await noLife(BEFORE, 0)).toEqual({ why: "first" });
    const since = BEFORE + 2 * DAY_MS;
    expect(await noLife(DONE, since)).toEqual({ why: "samples", fromMs: BEFORE, sinceMs: since });
    expect(await noLife(DONE, NOW)).toEqual({ why: "samples", fromMs: BEFORE, sinceMs: null });
    expect(await noLife(DONE, BEFORE)).toBeNull();
  });

  it("is not told of a time when it was not done, nor to others", async () => {
    const refusal = (actor: Actor, at: number) =>
      getWorkAround(deps(actor), id, at).then(
        () => null,
        ({ code }: { code: string }) => code,
      );
    expect([await refusal(admin, DONE + 1), await refusal(stranger, DONE)]).toEqual([
      "not_found",
      "not_found",
    ]);
  });
});
