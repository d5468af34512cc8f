/** A fleet with more machines than cards: who comes first, its figures, its plants, and how much is asked at once. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#app/domain/access/types.ts";
import type { LatestValues, RecorderPort } from "#app/domain/series/recorder-port.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import { WHOLE_FLEET_READS } from "#app/domain/access/limits.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import {
  ALL_CARDS,
  FIRST_CARDS,
  NO_PLANT,
  NO_STATES,
  PLANT_CARDS,
  SILENT_NAMED,
} from "./large-fleet.ts";
import { loadDashboard } from "./load-dashboard.server.ts";
import { findFleet, RECORDERS_AT_ONCE } from "./load-fleet.server.ts";
import { readWholeFleet } from "./load-large-fleet.server.ts";
import { loadPlantMachines, loadPlantPast } from "./load-plant.server.ts";
import { loadWall, loadWholeWall } from "./load-wall.server.ts";
import type { AttentionKind, Counts } from "./need.ts";
import { takeWholeFleetTurn } from "./whole-fleet-turn.server.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";

const FIRST_PLANT = 50;
const SECOND_PLANT = 40;
const MACHINES = FIRST_PLANT + SECOND_PLANT;
const db = openTestDb();
let actor: Actor;
let stranger: Actor;
let plants: number[];
let ids: number[];

beforeAll(async () => {
  const customerId = await createCustomer(db());
  plants = [await createFacility(db(), customerId), await createFacility(db(), customerId)];
  ids = [];
  for (let n = 0; n < MACHINES; n++) {
    const facilityId = plants[n < FIRST_PLANT ? 0 : 1]!;
    ids.push((await createMachine(db(), { facilityId })).id);
  }
  ({ actor } = await createUser(db(), { role: "admin", customerId }));
  const otherId = await createCustomer(db());
  await createFacility(db(), otherId);
  ({ actor: stranger } = await createUser(db(), { role: "admin", customerId: otherId }));
});

const says = (state: string, ageMs = 1_000): LatestValues => ({
  machine_state: { value: state, timeMs: NOW - ageMs },
  machine_speed: { value: state === "running" ? 100 : 0, timeMs: NOW - ageMs },
  sheets_per_hour: { value: state === "running" ? 1_000 : 0, timeMs: NOW - ageMs },
});

type Said = Partial<Record<number, LatestValues | "fails">>;

/** Recorders that say "running" unless told otherwise, and what was asked of them. */
function plantOf(said: Said = {}, changes: Record<number, StateChange[]> = {}) {
  const asked = { latest: [] as number[], status: [] as number[], since: [] as number[] };
  const past: number[] = [];
  let open = 0;
  const most = { latest: 0 };
  const deps = {
    ...{ db: db(), actor, now: NOW },
    recorder: (deviceId: number) =>
      ({
        latest: async () => {
          asked.latest.push(deviceId);
          most.latest = Math.max(most.latest, ++open);
          await new Promise((resolve) => setImmediate(resolve));
          open--;
          const answer = said[deviceId] ?? says("running");
          if (answer === "fails") throw new Error("no recorder");
          return answer;
        },
        status: async () => {
          asked.status.push(deviceId);
          return { samplers: [] };
        },
      }) as unknown as Pick<RecorderPort, "latest" | "status">,
    series: {
      steps: async ({ deviceId }: { deviceId: number }) => {
        past.push(deviceId);
        return { points: {}, states: [], target: null } as never;
      },
      heldAverages: async () => ({}),
      stateChanges: async ({ deviceId }: { deviceId: number }) => {
        asked.since.push(deviceId);
        return changes[deviceId] ?? [];
      },
    },
  };
  return { deps, asked, past, most };
}

async function open(
  { deps }: ReturnType<typeof plantOf>,
  { counts = {}, first = null }: { counts?: Counts; first?: AttentionKind | null } = {},
) {
  const found = await findFleet(deps);
  const { fleet, large, past } = await loadDashboard(deps, found, counts);
  const known = idsOf(fleet.machines);
  const whole = await readWholeFleet(deps, found, { counts, first, known });
  return { fleet, large, whole, past: await past };
}
const idsOf = (machines: readonly { id: number }[]) => machines.map(({ id }) => id);

describe("a fleet that has a card for each machine", () => {
  it("is not read as a large one", async () => {
    const world = plantOf();
    const found = await findFleet(world.deps);
    const some = { ...found, machines: found.machines.slice(0, ALL_CARDS) };
    const { fleet, large } = await loadDashboard(world.deps, some, {});
    expect(fleet.machines).toHaveLength(ALL_CARDS);
    expect(large).toBeNull();
  });
});

describe("a large fleet", () => {
  it("comes with the cards of those that D1 knows to need somebody, and with its plants", async () => {
    const counts = { [ids[70]!]: { alarms: 2, overdue: 1 } };
    const { fleet, large } = await open(plantOf(), { counts });
    expect(idsOf(fleet.machines)).toHaveLength(FIRST_CARDS);
    expect(fleet.machines[0]?.id).toBe(ids[70]);
    expect(large?.machines).toBe(MACHINES);
    expect(large?.plants.map(({ facility, ...plant }) => ({ ...plant, id: facility?.id }))).toEqual(
      [
        { customer: expect.anything(), id: plants[0], machines: 50, alarms: 0, overdue: 0 },
        { customer: expect.anything(), id: plants[1], machines: 40, alarms: 2, overdue: 1 },
      ],
    );
  });

  it("brings first who is not ready, the longest first, once the recorders were heard", async () => {
    const [longer, shorter] = [ids[88]!, ids[77]!];
    const began = (minutes: number) => [{ timeMs: NOW - minutes * MINUTE_MS, code: 1 }];
    const world = plantOf(
      { [longer]: says("not_ready"), [shorter]: says("not_ready") },
      { [longer]: began(47), [shorter]: began(12) },
    );
    const { whole } = await open(world, { counts: { [ids[3]!]: { alarms: 1, overdue: 0 } } });
    expect(idsOf(whole.machines).slice(0, 3)).toEqual([ids[3], longer, shorter]);
    expect(whole.machines).toHaveLength(FIRST_CARDS);
    expect(whole.summary).toMatchObject({ alarms: 1, notReady: 2, longestMinutes: 47 });
    expect(whole.states[plants[1]!]).toEqual({ ...NO_STATES, running: 38, notReady: 2 });
    expect(new Set(world.asked.since)).toEqual(new Set([longer, shorter]));
  });

  it("tells machines that never sent from those that fell silent, in their plant too", async () => {
    const world = plantOf({ [ids[0]!]: {}, [ids[1]!]: says("running", 60_000) });
    const { whole } = await open(world);
    expect(whole.summary).toMatchObject({ silent: 1, unheard: 1 });
    expect(whole.states[plants[0]!]).toEqual({ ...NO_STATES, running: 48, silent: 1, unheard: 1 });
  });

  it("adds up all machines, and names who is silent, and whose recorder did not answer apart from them", async () => {
    const quiet = ids.slice(30, 30 + SILENT_NAMED + 3);
    const said: Said = Object.fromEntries(quiet.map((id) => [id, says("running", 60_000)]));
    said[ids[60]!] = "fails";
    const { whole } = await open(plantOf(said));
    const heard = MACHINES - quiet.length - 1;
    expect(whole.totals).toMatchObject({
      ...{ heard, running: heard, stale: false },
      sheetsPerHour: { value: heard * 1_000, machines: heard },
      speed: { value: 100, machines: heard },
    });
    expect(whole.silent.total).toBe(quiet.length);
    expect(idsOf(whole.silent.machines)).toEqual(quiet.slice(0, SILENT_NAMED));
    expect(whole.unread).toEqual({
      total: 1,
      machines: [expect.objectContaining({ id: ids[60] })],
    });
    expect(whole.summary).toMatchObject({ silent: quiet.length, unheard: 0, unread: 1 });
    expect(whole.states[plants[1]!]).toMatchObject({ silent: 0, unread: 1 });
  });

  it("brings first what the strip was asked for", async () => {
    const overdue = ids[89]!;
    const world = plantOf({ [ids[5]!]: says("not_ready") });
    const { whole } = await open(world, {
      counts: { [overdue]: { alarms: 0, overdue: 3 }, [ids[9]!]: { alarms: 1, overdue: 0 } },
      first: "overdue",
    });
    expect(idsOf(whole.machines).slice(0, 3)).toEqual([overdue, ids[9], ids[5]]);
  });

  it("asks each recorder once for its figures, some at once, and for no past but that of the cards", async () => {
    const world = plantOf({ [ids[80]!]: says("not_ready") });
    const { fleet, past, whole } = await open(world);
    expect(world.asked.latest).toHaveLength(FIRST_CARDS + MACHINES);
    expect(world.asked.status).toHaveLength(FIRST_CARDS);
    expect(world.most.latest).toBe(RECORDERS_AT_ONCE);
    expect(Object.keys(past.machines).map(Number)).toEqual(
      idsOf(fleet.machines).toSorted((a, b) => a - b),
    );
    expect(Object.keys(whole.past.machines).map(Number)).toEqual([ids[80]]);
    expect(world.past).toHaveLength(FIRST_CARDS + 1);
  });
});

describe("a plant that is opened", () => {
  const machinesOf = (plantId: number, from: number, asking = actor) =>
    loadPlantMachines({ ...plantOf().deps, actor: asking }, { plantId, from });

  it("has its machines by name, some at a time", async () => {
    const parts = await Promise.all([0, 24, 48].map((from) => machinesOf(plants[0]!, from)));
    expect(parts.map(({ machines }) => machines.length)).toEqual([PLANT_CARDS, PLANT_CARDS, 2]);
    expect(parts.flatMap(({ machines }) => idsOf(machines))).toEqual(ids.slice(0, FIRST_PLANT));
    expect(parts[0]?.total).toBe(FIRST_PLANT);
    expect(parts[0]?.machines[0]?.initial.machine_speed?.value).toBe(100);
  });

  it("has their past", async () => {
    const world = plantOf();
    await loadPlantPast(world.deps, { plantId: plants[0]!, from: 48 });
    expect(world.past).toEqual(ids.slice(48, FIRST_PLANT));
  });

  it("shows nothing of another customer's, nor of one that does not exist", async () => {
    expect(await machinesOf(plants[0]!, 0, stranger)).toMatchObject({ machines: [], total: 0 });
    expect(await machinesOf(987_654, 0)).toMatchObject({ machines: [], total: 0 });
    expect(await machinesOf(NO_PLANT, 0)).toMatchObject({ machines: [], total: 0 });
  });
});

describe("the wall of a large fleet", () => {
  it("shows the machines that need a person first, of those that are on, and tells of all", async () => {
    const unheard = ids.slice(0, 49).map((id) => [id, "fails"] as const);
    const off = { [ids[49]!]: says("off"), [ids[80]!]: says("not_ready") };
    const world = plantOf({ ...Object.fromEntries(unheard), ...off });
    const wall = await loadWholeWall(world.deps, await findFleet(world.deps), {});
    expect(idsOf(wall.machines)).toEqual([ids[80], ...ids.slice(50, 50 + FIRST_CARDS - 1)]);
    expect(wall.whole).toMatchObject({
      running: 39,
      summary: { notReady: 1, silent: 0, unread: 49 },
    });
    expect(Object.keys(wall.states)).toHaveLength(FIRST_CARDS);
    expect(world.asked.latest).toHaveLength(MACHINES);
    expect(world.asked.status).toEqual([]);
    expect(world.most.latest).toBe(RECORDERS_AT_ONCE);
    // Since when of the one that is not ready, and the strips of those that are shown.
    expect(world.asked.since).toHaveLength(FIRST_CARDS + 1);
    expect(world.past).toEqual([]);
  });

  it("comes with those that D1 knows to need somebody, and asks their recorders alone", async () => {
    const { deps, asked } = plantOf();
    const wall = await loadWall(deps);
    expect(wall.machines).toHaveLength(FIRST_CARDS);
    expect(wall.large).toEqual({ ids, whole: null, failed: false });
    expect(asked.latest).toHaveLength(FIRST_CARDS);
    expect(asked.since).toHaveLength(FIRST_CARDS);
  });

  it("counts each person and each screen apart", async () => {
    const turn = (who: Partial<Actor>) =>
      takeWholeFleetTurn({ db: db(), now: NOW, actor: { ...actor, ...who } });
    for (let n = 0; n < WHOLE_FLEET_READS.most; n++) await turn({ userId: 0, sessionId: -5 });
    expect(await turn({ userId: 0, sessionId: -5 })).toBeGreaterThan(0);
    expect(await turn({ userId: 0, sessionId: -6 })).toBeNull();
    expect(await turn({ userId: 815 })).toBeNull();
  });
});
