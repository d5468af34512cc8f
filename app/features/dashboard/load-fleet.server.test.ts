import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { burnRates, maintenances, serviceTiers } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { saveFacilityChoice } from "./facility-choice.server.ts";
import { CHART_STEP_MS, STRIP_MS } from "./fleet-types.ts";
import { readAttention } from "./load-attention.server.ts";
import { loadFleetHistory, MACHINES_AT_ONCE } from "./load-fleet-history.server.ts";
import { loadFleet, RECORDERS_AT_ONCE } from "./load-fleet.server.ts";
import { loadWall } from "./load-wall.server.ts";

let trips: string[] = [];
const db = openTestDb((what) => trips.push(what));
let actor: Actor;

beforeAll(async () => {
  const customerId = await createCustomer(db());
  const facilityId = await createFacility(db(), customerId);
  for (let machine = 0; machine < 3; machine++) await createMachine(db(), { facilityId });
  ({ actor } = await createUser(db(), { role: "admin", customerId }));
});
beforeEach(() => {
  trips = [];
});

const recorders =
  (calls: string[], slow: number[] = []) =>
  (deviceId: number) =>
    ({
      latest: async () => {
        calls.push(`latest ${deviceId}`);
        if (slow.includes(deviceId)) throw new Error("no recorder");
        return { machine_speed: { value: 171, timeMs: NOW - 1_000 } };
      },
      status: async () => ({ samplers: [] }),
    }) as unknown as Pick<RecorderPort, "latest" | "status">;

describe("the dashboard's read", () => {
  it("is one round trip to D1 for fleet, facilities, work and alarms, and asks each recorder once", async () => {
    const calls: string[] = [];
    const [fleet] = await Promise.all([
      loadFleet({ db: db(), actor, recorder: recorders(calls), now: NOW }),
      readAttention({ db: db(), actor, now: NOW }, "en"),
    ]);
    expect(trips).toEqual(["batch of 7"]);
    expect(calls.length).toBe(3);
    expect(
      fleet.machines.map(({ initial, reachable }) => [initial.machine_speed?.value, reachable]),
    ).toEqual(Array.from({ length: 3 }, () => [171, true]));
  });

  it("has the zone of most machines, and without any that of the plants", async () => {
    const customerId = await createCustomer(db());
    const { actor: owner } = await createUser(db(), { role: "admin", customerId });
    const zone = async () => {
      const asked = { db: db(), actor: owner, recorder: recorders([]), now: NOW };
      return (await loadFleet(asked)).timezone;
    };
    expect(await zone()).toBe("UTC");
    const chicago = await createFacility(db(), customerId, "America/Chicago");
    expect(await zone()).toBe("America/Chicago");
    const monterrey = await createFacility(db(), customerId, "America/Monterrey");
    await saveFacilityChoice({ db: db(), actor: owner }, [monterrey]);
    expect(await zone()).toBe("America/Monterrey");
    await saveFacilityChoice({ db: db(), actor: owner }, []);
    expect(await zone()).toBe("America/Chicago");
    await saveFacilityChoice({ db: db(), actor: owner }, [chicago, monterrey]);
    await createMachine(db(), { facilityId: monterrey });
    expect(await zone()).toBe("America/Monterrey");
  });

  it("counts the machines without a facility, also while a choice hides them", async () => {
    const { actor: staff } = await createUser(db(), { role: "superuser" });
    const { id } = await createMachine(db(), { facilityId: null });
    const read = async () => {
      const fleet = await loadFleet({ db: db(), actor: staff, recorder: recorders([]), now: NOW });
      return [fleet.unplaced, fleet.machines.some((machine) => machine.id === id)];
    };
    expect(await read()).toEqual([1, true]);
    await saveFacilityChoice({ db: db(), actor: staff }, []);
    expect(await read()).toEqual([1, false]);
    const owned = { db: db(), actor, recorder: recorders([]), now: NOW };
    expect((await loadFleet(owned)).unplaced).toBe(0);
  });

  it("asks a large fleet's recorders some at once, and leaves none out", async () => {
    const MACHINES = 3 * RECORDERS_AT_ONCE + 1;
    const customerId = await createCustomer(db());
    const facilityId = await createFacility(db(), customerId);
    for (let machine = 0; machine < MACHINES; machine++) await createMachine(db(), { facilityId });
    const { actor: owner } = await createUser(db(), { role: "admin", customerId });
    let open = 0;
    let most = 0;
    const recorder = (deviceId: number) =>
      ({
        latest: async () => {
          most = Math.max(most, ++open);
          await new Promise((resolve) => setImmediate(resolve));
          open--;
          return { machine_speed: { value: deviceId, timeMs: NOW - 1_000 } };
        },
        status: async () => ({ samplers: [] }),
      }) as unknown as Pick<RecorderPort, "latest" | "status">;
    const { machines } = await loadFleet({ db: db(), actor: owner, recorder, now: NOW });
    expect(machines.length).toBe(MACHINES);
    expect(machines.map(({ initial }) => initial.machine_speed?.value)).toEqual(
      machines.map(({ id }) => id),
    );
    expect(machines.map(({ name }) => name)).toEqual(machines.map(({ name }) => name).sort());
    expect(most).toBe(RECORDERS_AT_ONCE);
  });

  it("reads a large fleet's past a few machines at once", async () => {
    let open = 0;
    let most = 0;
    const steps = async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      return { points: {}, states: [], target: null } as never;
    };
    const series = { steps, heldAverages: async () => ({}), stateChanges: async () => [] };
    const ids = Array.from({ length: 5 * MACHINES_AT_ONCE }, (_, index) => index + 1);
    const { machines } = await loadFleetHistory({ series, now: NOW }, ids);
    expect(Object.keys(machines).length).toBe(ids.length);
    expect(most).toBe(MACHINES_AT_ONCE);
  });

  it("cuts the past of every measure into the same steps, at whatever moment it is read", async () => {
    const steps = async () => ({ points: {}, states: [], target: null }) as never;
    const series = { steps, heldAverages: async () => ({}), stateChanges: async () => [] };
    const windows = await Promise.all(
      [NOW, NOW + CHART_STEP_MS / 2].map(async (now) => {
        const { windowEndMs, machines } = await loadFleetHistory({ series, now }, [1]);
        const grids = Object.values(machines[1]!.grids);
        for (const { startMs, stepMs, rows, untilMs } of grids)
          expect([startMs + stepMs * (rows.split(";").length - 1), stepMs, untilMs]).toEqual([
            ...[windowEndMs, CHART_STEP_MS, now],
          ]);
        return windowEndMs;
      }),
    );
    expect(windows.map((endMs) => endMs % CHART_STEP_MS)).toEqual([0, 0]);
  });

  it("shows a machine whose recorder fails, without values", async () => {
    const first = (await loadFleet({ db: db(), actor, recorder: recorders([]), now: NOW }))
      .machines[0]!;
    const { machines } = await loadFleet({
      db: db(),
      actor,
      recorder: recorders([], [first.id]),
      now: NOW,
    });
    expect(machines.map(({ reachable }) => reachable)).toEqual([false, true, true]);
    expect(machines[0]?.initial.machine_speed).toBeNull();
  });
});

describe("the wall's read", () => {
  it("has each machine's states, and goes without those that cannot be read", async () => {
    const [first, second, third] = (
      await loadFleet({ db: db(), actor, recorder: recorders([]), now: NOW })
    ).machines.map(({ id }) => id);
    trips = [];
    const changes = [{ timeMs: NOW - 60_000, code: 1 }];
    const asked: number[] = [];
    const wall = await loadWall({
      ...{ db: db(), actor, now: NOW },
      recorder: recorders([], [third as number]),
      series: {
        steps: () => Promise.reject(new Error("a wall draws no lines")),
        heldAverages: () => Promise.reject(new Error("a wall has no gauges")),
        stateChanges: async ({ deviceId, startMs, endMs }) => {
          asked.push(deviceId);
          expect([startMs, endMs]).toEqual([NOW - STRIP_MS, NOW]);
          if (deviceId === second) throw new Error("no store");
          return changes;
        },
      },
    });
    // Whose recorder does not answer is not waited for again.
    expect(asked).toEqual([first, second]);
    expect(wall.states).toEqual({ [first as number]: changes });
    expect(wall.counts).toEqual({});
    expect(trips.length).toBe(1);
  });

  it("counts the work that is overdue, as the dashboard does", async () => {
    await db()
      .insert(serviceTiers)
      .values({ id: 81, name: "All", ui: true, maintenance: true, maintenanceUnlimited: true });
    const customerId = await createCustomer(db());
    const facilityId = await createFacility(db(), customerId);
    const { id: deviceId } = await createMachine(db(), { facilityId, serviceTierId: 81 });
    const { actor: admin } = await createUser(db(), { role: "admin", customerId });
    const [work] = await db()
      .insert(maintenances)
      .values({
        ...{ deviceId, name: "Feed belts", kind: "feed_belts", type: "replacement" as const },
        ...{ verbs: VERBS.replacement, target: "belts", actions: [], cutoffValue: 20 },
        ...{ maxTagThreshold: 720, lastPerformedAt: NOW - 90 * DAY_MS },
        ...{ recommendedDate: NOW - 3 * DAY_MS, createdAt: NOW - 90 * DAY_MS },
      })
      .returning({ id: maintenances.id });
    await db().insert(burnRates).values({ maintenanceId: work!.id, systemTime: NOW, value: 5 });
    const wall = await loadWall({
      ...{ db: db(), actor: admin, now: NOW, recorder: recorders([]) },
      series: {
        steps: () => Promise.reject(new Error("a wall draws no lines")),
        heldAverages: () => Promise.reject(new Error("a wall has no gauges")),
        stateChanges: () => Promise.resolve([]),
      },
    });
    expect(wall.counts).toEqual({ [deviceId]: { alarms: 0, overdue: 1 } });
  });
});
