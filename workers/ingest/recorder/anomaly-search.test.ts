/** The anomaly search over a machine whose samples a recorder judged. */
import { beforeAll, describe, expect, it } from "vitest";
import { samplers, serviceTiers, telemetryDefinitions } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { anomalyQuery } from "#app/features/analytics/anomalies/schemas.ts";
import {
  summarizeAnomalies,
  type AnomalySearch,
} from "#app/features/analytics/anomalies/summarize-anomalies.server.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
} from "#tests/factories/people.ts";
import { recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";

const db = openTestDb();
const START = Date.UTC(2026, 2, 2);
const DAYS = 5;
const SECTIONS: Record<string, string | null> = {
  dryer_temp: "Dryer",
  dryer_fan: "Dryer",
  feed_gap: "Feeder",
  pressure: null,
};
const TAGS = Object.keys(SECTIONS);

let bench: RecorderBench;
let device: string;
let foreign: Actor;
let actor: Actor;
let locked: Actor;

let seed = 4;
const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;

beforeAll(async () => {
  const [acme, globex] = [await createCustomer(db()), await createCustomer(db())];
  const facilityId = await createFacility(db(), acme);
  const [tier] = await db()
    .insert(serviceTiers)
    .values({ name: "with anomalies", ui: true, ad: true })
    .returning();
  const machine = await createMachine(db(), { facilityId, serviceTierId: tier!.id });
  device = String(machine.id);
  actor = (await createUser(db(), { role: "admin", customerId: acme })).actor;
  foreign = (await createUser(db(), { role: "admin", customerId: globex })).actor;
  const [sampler] = await db()
    .insert(samplers)
    .values({ deviceId: machine.id, name: "S", spec: "http", createdAt: START, updatedAt: START })
    .returning();
  await db()
    .insert(telemetryDefinitions)
    .values(
      [...TAGS, "fresh_tag"].map((tag) => ({
        samplerId: sampler!.id,
        deviceId: machine.id,
        machineKey: tag,
        humanKey: tag,
        primarySection: SECTIONS[tag] ?? null,
        createdAt: START,
      })),
    );
  const plain = await createMachine(db(), { facilityId });
  locked = actor;
  lockedDevice = String(plain.id);

  bench = recorderBench(START);
  const rule = { threshold: { lower: 0.1, upper: 99.9 }, uts: false };
  bench.judge(Object.fromEntries([...TAGS, "fresh_tag"].map((tag) => [tag, rule])));
  for (let day = 0; day < DAYS; day++) {
    const times = Array.from(
      { length: DAY_MS / MINUTE_MS },
      (_, i) => START + day * DAY_MS + i * MINUTE_MS,
    );
    bench.advance(START + (day + 1) * DAY_MS - bench.nowMs());
    // On the last day, from 10:20 for 90 minutes, the dryer's tags; the feeder's for one minute.
    const isFault = (at: number, tag: string) => {
      const minute = (at - START - (DAYS - 1) * DAY_MS) / MINUTE_MS;
      const minutes = SECTIONS[tag] === "Dryer" ? 90 : tag === "feed_gap" ? 1 : 0;
      return minute >= 620 && minute < 620 + minutes;
    };
    await bench.post([
      {
        times,
        tags: Object.fromEntries(
          TAGS.map((tag) => [
            tag,
            times.map((at) => (isFault(at, tag) ? 200 : Math.round(random() * 100) / 10)),
          ]),
        ),
      },
    ]);
    bench.advance(2 * HOUR_MS);
    await bench.settle();
  }
});
let lockedDevice = "";

const lastDay = START + (DAYS - 1) * DAY_MS;
const search = (over: Partial<AnomalySearch> = {}, as = actor) =>
  summarizeAnomalies(
    {
      db: db(),
      actor: as,
      series: bench.reader,
      recorder: () => ({ detection: () => Promise.resolve(bench.recorder().detection()) }),
    },
    {
      device,
      startMs: lastDay,
      endMs: lastDay + DAY_MS,
      moreThan: 0,
      lessThan: 1,
      sort: { field: "value", isDescending: true },
      page: 1,
      pageSize: 20,
      ...over,
    },
  );

describe("the anomaly search", () => {
  it("tells each measure's share of time, when and for how long, the largest first", async () => {
    const { count, results, mostAnomalousSection, hasSections } = await search();
    expect(count).toBe(results.length);
    expect(
      results
        .slice(0, 2)
        .map(({ tag }) => tag)
        .sort(),
    ).toEqual(["dryer_fan", "dryer_temp"]);
    for (const { value, section, longestMs, sparkline } of results.slice(0, 2)) {
      expect(value).toBeGreaterThanOrEqual(90 / 1440);
      expect(value).toBeLessThan(93 / 1440 + 0.01);
      expect(section).toBe("Dryer");
      expect(longestMs).toBeGreaterThanOrEqual(90 * MINUTE_MS);
      expect(longestMs).toBeLessThan(94 * MINUTE_MS);
      expect(sparkline).toHaveLength(48);
      expect(sparkline[21]).toBe(1);
      expect(sparkline[2] ?? 0).toBeLessThan(0.1);
    }
    expect(mostAnomalousSection).toBe("Dryer");
    expect(hasSections).toBe(true);
  });

  it("says as one what several measures of a section showed in the same minutes", async () => {
    const { together } = await search();
    expect(together[0]).toMatchObject({ section: "Dryer" });
    expect(together[0]?.tags.toSorted()).toEqual(["dryer_fan", "dryer_temp"]);
    expect(together[0]?.startMs).toBe(lastDay + 620 * MINUTE_MS);
    expect(together[0]?.endMs).toBe(lastDay + 710 * MINUTE_MS);
  });

  it("asks by names, by sections, within shares, in pages and either order", async () => {
    const tags = async (over: Partial<AnomalySearch>) =>
      (await search(over)).results.map(({ tag }) => tag);
    expect(await tags({ metrics: ["dryer_temp"] })).toEqual(["dryer_temp"]);
    expect((await tags({ sections: ["Dryer"] })).toSorted()).toEqual(["dryer_fan", "dryer_temp"]);
    expect(await tags({ moreThan: 0.5 })).toEqual([]);
    expect((await tags({ moreThan: 0.05 })).toSorted()).toEqual(["dryer_fan", "dryer_temp"]);
    expect(await tags({ lessThan: 0.05 })).not.toContain("dryer_fan");
    const named = { sort: { field: "tag_name", isDescending: false } } as const;
    const all = await tags(named);
    expect(all).toEqual(all.toSorted());
    expect(await tags({ ...named, pageSize: 1, page: 2 })).toEqual([all[1]]);
    expect((await search({ ...named, pageSize: 1, page: 2 })).count).toBe(all.length);
  });

  it("tells what is not judged yet, and how far it is", async () => {
    const { notJudged } = await search();
    expect(notJudged).toEqual([{ tag: "fresh_tag", samples: 0, needed: 1000, isCounter: false }]);
  });

  it("gives the same shares over a month, when days are packed and rolled up", async () => {
    const before = await search({ startMs: START, endMs: START + 90 * DAY_MS });
    bench.advance(40 * DAY_MS);
    await bench.settle();
    const { get } = bench.store;
    const read: string[] = [];
    bench.store.get = (key, range) => (read.push(key), get(key, range));
    const after = await search({ startMs: START, endMs: START + 90 * DAY_MS });
    bench.store.get = get;
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter((key) => !key.startsWith("rollup/"))).toEqual([]);
    expect(before.results.length).toBeGreaterThan(0);
    for (const [i, { tag, value }] of before.results.entries()) {
      expect(after.results[i]?.tag).toBe(tag);
      expect(after.results[i]?.value).toBeCloseTo(value, 9);
    }
  });

  it("is locked and closed like the tab", async () => {
    await expect(search({}, foreign)).rejects.toMatchObject({ code: "not_found" });
    await expect(search({ device: lockedDevice }, locked)).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("what the summary takes", () => {
  const asked = (over: Record<string, unknown>) =>
    anomalyQuery.safeParse({
      device_id: "1",
      start_time: "2026-03-02T00:00:00Z",
      end_time: "2026-03-03T00:00:00Z",
      ...over,
    }).success;
  it.each([
    [{}, true],
    [{ sort_by: "asc:tag_name" }, true],
    [{ sort_by: "value" }, false],
    [{ sort_by: "desc:count" }, false],
    [{ more_than: "1.5" }, false],
    [{ page: "0" }, false],
    [{ page_size: "101" }, false],
    [{ metrics: Array.from({ length: 15 }, (_, i) => `m${i}`).join() }, true],
    [{ metrics: Array.from({ length: 16 }, (_, i) => `m${i}`).join() }, false],
    [{ end_time: "2026-03-01T00:00:00Z" }, false],
  ])("%o: %s", (over, isTaken) => {
    expect(asked(over)).toBe(isTaken);
  });
});
