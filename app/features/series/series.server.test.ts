import { beforeAll, describe, expect, it } from "vitest";
import { events, serviceTiers } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { SeriesPoint } from "#app/domain/series/types.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { getAverages, getSingleAverage } from "./get-averages.server.ts";
import { getDevicesTimeseries } from "./get-devices-timeseries.server.ts";
import { getTelemetryTimeseries } from "./get-telemetry-timeseries.server.ts";

const db = openTestDb();
let actor: Actor;
let mine: { id: number; serialNumber: string }[];
let foreign: { id: number };

beforeAll(async () => {
  const [acme, globex] = [await createCustomer(db()), await createCustomer(db())];
  const [here, there] = [await createFacility(db(), acme), await createFacility(db(), globex)];
  mine = [
    await createMachine(db(), { facilityId: here }),
    await createMachine(db(), { facilityId: here }),
  ];
  foreign = await createMachine(db(), { facilityId: there });
  actor = (await createUser(db(), { role: "admin", customerId: acme })).actor;
});

const point = (timeMs: number, value: number): SeriesPoint => ({
  timeMs,
  value,
  min: value,
  max: value,
  count: 1,
  upper: null,
  lower: null,
  adFlag: null,
});
/** Answers each machine's id as its value, and nothing for metrics that are not `known`. */
const buckets: SeriesReader["buckets"] = ({ deviceId, metrics, startMs }) =>
  Promise.resolve(
    Object.fromEntries(
      metrics.map((metric) => [metric, metric === "known" ? [point(startMs, deviceId)] : []]),
    ),
  );
const stateChanges: SeriesReader["stateChanges"] = ({ startMs }) =>
  Promise.resolve([
    { timeMs: startMs, code: 4 },
    { timeMs: startMs + 5, code: -1 },
  ]);
const series: SeriesReader = {
  heldAverages: () => Promise.resolve({}),
  numbers: async () => ({}),
  samplesFrom: async () => -Infinity,
  changes: () => Promise.resolve({}),
  abnormal: () => Promise.resolve({}),
  values: () => Promise.resolve({}),
  buckets,
  stateChanges,
  steps: async (query) => ({ points: await buckets(query), states: [] }),
  telemetry: async (query) => ({ points: await buckets(query), states: await stateChanges(query) }),
  averages: ({ deviceId, metrics }) =>
    Promise.resolve(
      Object.fromEntries(metrics.map((metric) => [metric, metric === "known" ? deviceId : null])),
    ),
};
const deps = () => ({ db: db(), actor, series });
const range = { startMs: NOW - 3_600_000, endMs: NOW };
const missing = { code: "not_found", message: "There is no such machine." };

describe("series of the actor's machines", () => {
  it("come by id or serial number, with the numbers of states and a granularity that fits", async () => {
    for (const device of [String(mine[0]?.id), mine[0]?.serialNumber ?? ""]) {
      const telemetry = await getTelemetryTimeseries(deps(), {
        device,
        metrics: ["known", "no_such"],
        datapoints: 4,
        ...range,
      });
      expect(telemetry.points).toEqual({
        known: [point(range.startMs, mine[0]?.id ?? 0)],
        no_such: [],
      });
      expect(telemetry.states.map(({ code }) => code)).toEqual([4, -1]);
      expect(telemetry.granularity).toBe("minute");
    }
    const asked = await getTelemetryTimeseries(deps(), {
      device: String(mine[0]?.id),
      metrics: [],
      datapoints: 1,
      granularity: "day",
      ...range,
    });
    expect(asked.granularity).toBe("day");
  });

  it("come with the machine's events of the range, where its tier opens events", async () => {
    const facility = await createFacility(db(), actor.customerId ?? 0);
    await db()
      .insert(serviceTiers)
      .values([{ id: 1, name: "No events", ui: true, reports: true }]);
    const open = await createMachine(db(), { facilityId: facility });
    const { actor: kim } = await createUser(db(), { role: "user" });
    const locked = await createMachine(db(), { facilityId: facility, serviceTierId: 1 });
    const event = {
      startAt: range.startMs - 60_000,
      endAt: range.startMs + 60_000,
      createdAt: NOW,
    };
    await db()
      .insert(events)
      .values([
        { ...event, deviceId: open.id, name: "Jam", userId: kim.userId },
        { ...event, deviceId: open.id, name: "Before", endAt: range.startMs },
        { ...event, deviceId: open.id, name: "Noise of the order system", kiwiClass: 5 },
        { ...event, deviceId: locked.id, name: "Hidden" },
        { ...event, deviceId: mine[0]?.id ?? 0, name: "Another machine" },
      ]);
    const told = async (id: number) =>
      (
        await getTelemetryTimeseries(deps(), {
          device: String(id),
          metrics: [],
          datapoints: 1,
          ...range,
        })
      ).events.map(({ name, author }) => [name, author]);
    expect([await told(open.id), await told(locked.id)]).toEqual([[["Jam", "Kim Lee"]], []]);
  });

  it("keep the order asked for, each machine once", async () => {
    const [a, b] = mine;
    const devices = [String(b?.id), a?.serialNumber ?? "", String(a?.id)];
    const answer = await getDevicesTimeseries(deps(), {
      devices,
      metrics: ["known", "no_such"],
      datapoints: 4,
      ...range,
    });
    expect(
      answer.get("known")?.map(({ deviceId, points }) => [deviceId, points[0]?.value]),
    ).toEqual([
      [b?.id, b?.id],
      [a?.id, a?.id],
    ]);
    expect(answer.get("no_such")).toEqual([
      { deviceId: b?.id, points: [] },
      { deviceId: a?.id, points: [] },
    ]);
  });

  it("average by machine and metric, null where nothing is", async () => {
    const [a] = mine;
    expect(
      await getSingleAverage(deps(), { device: String(a?.id), metric: "known", ...range }),
    ).toBe(a?.id);
    expect(
      await getSingleAverage(deps(), { device: String(a?.id), metric: "no_such", ...range }),
    ).toBeNull();
    expect(
      await getAverages(deps(), {
        devices: mine.map(({ id }) => String(id)),
        metrics: ["known", "no_such"],
        ...range,
      }),
    ).toEqual(Object.fromEntries(mine.map(({ id }) => [id, { known: id, no_such: null }])));
  });

  it("refuse a foreign machine like a missing one, alone or among others", async () => {
    for (const device of [String(foreign.id), "987654", "no-such-serial"]) {
      await expect(
        getTelemetryTimeseries(deps(), { device, metrics: ["known"], datapoints: 4, ...range }),
      ).rejects.toMatchObject(missing);
      await expect(
        getSingleAverage(deps(), { device, metric: "known", ...range }),
      ).rejects.toMatchObject(missing);
      const devices = [String(mine[0]?.id), device];
      await expect(
        getDevicesTimeseries(deps(), { devices, metrics: ["known"], datapoints: 4, ...range }),
      ).rejects.toMatchObject(missing);
      await expect(
        getAverages(deps(), { devices, metrics: ["known"], ...range }),
      ).rejects.toMatchObject(missing);
    }
  });
});
