import { emptyHistory } from "#tests/factories/machine-history.ts";
import { describe, expect, it, vi } from "vitest";
import { UNKNOWN } from "#app/features/predictions/get-downtime-predictions.server.ts";
import { FleetStore, chartGrid } from "./fleet-store.ts";
import { chartAge, fleetTotals } from "./fleet-totals.ts";
import { hasSpoken, sends, type Reading, type Readings } from "./readings.ts";
import type { FleetHistory } from "./fleet-types.ts";
import { factsOf } from "./need.ts";

const fresh = (value: number | string | null, timeMs = 1_000): Reading => ({
  value,
  timeMs,
  adFlag: null,
  stale: false,
  ageMs: 400,
});
/** It had another state before. */
const turned = (value: number | string, timeMs: number, from: number, fromMs: number): Reading => ({
  ...fresh(value, timeMs),
  turn: { from: { value: from, timeMs: fromMs, adFlag: null }, timeMs },
});
const stale = (value: number): Reading => ({
  value,
  timeMs: 0,
  adFlag: null,
  stale: true,
  ageMs: 99_000,
});
const machine = (changed: Partial<Readings> = {}): Readings => ({
  machine_state: fresh(4),
  machine_speed: fresh(150),
  sheets_per_hour: fresh(9_000),
  msf_hr: fresh(90.5),
  uptime: fresh(80),
  signal_4bar: fresh(4),
  ...changed,
});

const fleet = (...machines: Readings[]) =>
  new Map(machines.map((readings, index) => [index + 1, readings]));

const never: Reading = { value: null, timeMs: null, adFlag: null, stale: true, ageMs: null };
const NOTHING = machine({
  ...{ machine_state: never, machine_speed: never, sheets_per_hour: never, msf_hr: never },
});

describe("since when a machine is in its state", () => {
  const START = 8 * 3_600_000;
  const historyOf = (...states: { timeMs: number; code: number }[]): FleetHistory => ({
    windowEndMs: 2 * START,
    machines: { 1: { ...emptyHistory, states } },
  });
  const open = (...states: { timeMs: number; code: number }[]) =>
    new FleetStore(fleet(machine({ machine_state: fresh(1, START + 900) })), historyOf(...states));
  const since = (store: FleetStore) => store.snapshot().since.get(1) ?? null;

  it("is its last change, which may be older than what is known", () => {
    expect(since(open({ timeMs: START, code: 4 }, { timeMs: START + 500, code: 1 }))).toEqual({
      ...{ code: 1, sinceMs: START + 500, isOlder: false, isUnheard: false },
    });
    expect(since(open({ timeMs: START, code: 1 }))).toMatchObject({ isOlder: true });
    expect(since(open())).toBeNull();
  });

  it("is what was read further back, where the window begins after it", () => {
    const began = { code: 1, sinceMs: START - 900, isOlder: false, isUnheard: false };
    const store = new FleetStore(new Map());
    const states = [{ timeMs: START, code: 1 }];
    store.loadHistory({
      windowEndMs: 2 * START,
      machines: { 1: { ...emptyHistory, states, since: began } },
    });
    expect(since(store)).toEqual(began);
    const wall = new FleetStore(new Map());
    wall.loadStates(2 * START, { 1: states }, { 1: began });
    expect(since(wall)).toEqual(began);
  });

  it("is a live change, which a past that was read before it does not undo", () => {
    const store = open({ timeMs: START, code: 1 });
    const ready = turned("ready", START + 950, 1, START + 900);
    store.report(1, machine({ machine_state: ready }));
    const changed = { code: 2, sinceMs: START + 950, isOlder: false, isUnheard: false };
    expect(since(store)).toMatchObject(changed);
    store.report(1, machine({ machine_state: { ...ready, timeMs: START + 960 } }));
    store.loadHistory(historyOf({ timeMs: START, code: 1 }));
    expect(since(store)).toMatchObject(changed);
  });

  it("is that of a return to the same state, also where all of it came at once", () => {
    const store = open({ timeMs: START, code: 1 });
    store.report(1, machine({ machine_state: turned(1, START + 980, 4, START + 950) }));
    expect(since(store)).toMatchObject({ code: 1, sinceMs: START + 980, isOlder: false });
  });

  it.each(["after", "before"])(
    "is as it was read %s the live value, of a change that a page missed while it was cut off",
    (order) => {
      const store = open({ timeMs: START, code: 1 });
      const ready = turned(2, START + 90_000, 1, START + 900);
      const hear = () => store.report(1, machine({ machine_state: ready }));
      const read = () =>
        store.loadHistory(
          historyOf({ timeMs: START, code: 1 }, { timeMs: START + 9_000, code: 2 }),
        );
      for (const act of order === "after" ? [hear, read] : [read, hear]) act();
      expect(since(store)).toMatchObject({ code: 2, sinceMs: START + 9_000 });
    },
  );

  it("stays known exactly when the window has moved past its beginning", () => {
    const store = open({ timeMs: START, code: 4 }, { timeMs: START + 500, code: 1 });
    store.loadHistory({
      windowEndMs: 2 * START + 1_000,
      machines: {
        1: { ...emptyHistory, states: [{ timeMs: START + 1_000, code: 1 }] },
      },
    });
    expect(since(store)).toMatchObject({ code: 1, sinceMs: START + 500, isOlder: false });
  });

  it("is told anew by a past that came late, of a machine whose first samples were live", () => {
    const store = open({ timeMs: START + 900, code: 1 });
    expect(since(store)).toMatchObject({ sinceMs: START + 900, isUnheard: true });
    store.loadHistory(historyOf({ timeMs: START, code: 4 }, { timeMs: START + 500, code: 1 }));
    expect(since(store)).toMatchObject({ sinceMs: START + 500, isUnheard: false });
  });

  it("stays known while its past cannot be read again", () => {
    const store = open({ timeMs: START, code: 4 }, { timeMs: START + 500, code: 1 });
    store.loadHistory({ windowEndMs: 2 * START, machines: {} });
    expect(since(store)).toMatchObject({ sinceMs: START + 500 });
  });
});

it("a machine that sends its speed alone is heard of, and is not silent", () => {
  expect([hasSpoken(NOTHING), sends(NOTHING)]).toEqual([false, false]);
  const speedAlone = { ...NOTHING, machine_speed: fresh(150) };
  expect([hasSpoken(speedAlone), sends(speedAlone)]).toEqual([true, true]);
  expect(fleetTotals(fleet(speedAlone))).toMatchObject({
    ...{ stale: false, ageMs: 400, heard: 0, silent: [] },
    speed: { value: 150, machines: 1, ageMs: 400 },
  });
  // As the strip above the cards counts them.
  const [facts] = factsOf(
    [{ id: 1, risk: UNKNOWN, reachable: true }],
    {},
    { readings: fleet(speedAlone), since: new Map() },
  );
  expect(facts).toMatchObject({ isSilent: false, isUnheard: false });
});

describe("the fleet's totals", () => {
  const standing = machine({
    machine_state: fresh("ready"),
    machine_speed: fresh(0),
    sheets_per_hour: fresh(0),
    msf_hr: fresh(0),
  });
  const silent = machine({
    machine_state: stale(4),
    machine_speed: stale(200),
    sheets_per_hour: stale(9_000),
    msf_hr: stale(90),
  });

  it("add throughput up and take the mean speed of those that turn", () => {
    const slow = machine({ machine_state: fresh(3), machine_speed: fresh(50) });
    expect(fleetTotals(fleet(machine(), slow, standing))).toEqual({
      heard: 3,
      running: 2,
      feeding: 1,
      sheetsPerHour: { value: 18_000, machines: 3, ageMs: 400 },
      msfPerHour: { value: 181, machines: 3, ageMs: 400 },
      speed: { value: 100, machines: 3, ageMs: 400 },
      silent: [],
      stale: false,
      ageMs: 400,
    });
  });

  it("say of how many machines they are, and which are silent", () => {
    expect(fleetTotals(fleet(machine(), silent, standing))).toMatchObject({
      heard: 2,
      running: 1,
      sheetsPerHour: { value: 9_000, machines: 2 },
      speed: { value: 150, machines: 2 },
      silent: [2],
      stale: false,
    });
  });

  it("are the last known ones, and say so, when all are silent or the page is cut off", () => {
    const last = {
      heard: 2,
      running: 2,
      feeding: 2,
      sheetsPerHour: { value: 18_000, machines: 2 },
      speed: { value: 200, machines: 2 },
      stale: true,
      ageMs: 99_000,
    };
    expect(fleetTotals(fleet(silent, silent))).toMatchObject({ ...last, silent: [1, 2] });
    // Cut off, values grow old one after another: the figures stay whole, and as old as the oldest in them.
    expect(fleetTotals(fleet(silent, machine({ machine_speed: fresh(200) })), true)).toMatchObject({
      ...last,
      sheetsPerHour: { ageMs: 99_000 },
    });
    const sent = machine({ sheets_per_hour: fresh(9_000) });
    expect(fleetTotals(fleet(sent, sent), true).sheetsPerHour.ageMs).toBe(400);
    // What had been silent for long before that is no part of the last moment.
    const gone = { ...stale(9_000), ageMs: 32 * 60_000 };
    const forgotten = machine({ machine_state: { ...gone, value: 4 }, sheets_per_hour: gone });
    expect(fleetTotals(fleet(forgotten, machine()), true)).toMatchObject({
      heard: 1,
      running: 1,
      sheetsPerHour: { value: 9_000, machines: 1 },
      stale: true,
    });
    expect(fleetTotals(new Map())).toEqual({
      heard: 0,
      running: 0,
      feeding: 0,
      sheetsPerHour: { value: null, machines: 0, ageMs: null },
      msfPerHour: { value: null, machines: 0, ageMs: null },
      speed: { value: null, machines: 0, ageMs: null },
      silent: [],
      stale: true,
      ageMs: null,
    });
  });

  it("say of each figure how old it is, of a machine that sent its speed and state alone too", () => {
    const once = { ...NOTHING, machine_state: stale(4), machine_speed: stale(182.5) };
    expect(fleetTotals(fleet(once))).toMatchObject({
      ...{ stale: true, ageMs: 99_000 },
      speed: { value: 182.5, machines: 1, ageMs: 99_000 },
      sheetsPerHour: { value: null, machines: 0, ageMs: null },
    });
    expect(chartAge({ readings: fleet(once), before: null }, 1, false)).toEqual({
      isNow: false,
      ageMs: 99_000,
    });
  });

  it("say 0 when all stand, and nothing when nobody speaks", () => {
    expect(fleetTotals(fleet(machine({ machine_speed: fresh(0) }))).speed.value).toBe(0);
    expect(fleetTotals(fleet(machine({ machine_speed: fresh(null) }))).speed.value).toBeNull();
  });
});

describe("what is drawn", () => {
  const old = machine({
    ...{ machine_state: stale(4), machine_speed: stale(150), sheets_per_hour: stale(9_000) },
  });

  it("goes on to now as long as anybody in it speaks; else its age is told", () => {
    const readings = fleet(machine(), old);
    expect(chartAge({ readings, before: null }, null, false)).toEqual({ isNow: true, ageMs: 400 });
    expect(chartAge({ readings, before: null }, 1, false)).toEqual({ isNow: true, ageMs: 400 });
    expect(chartAge({ readings, before: null }, 2, false)).toEqual({ isNow: false, ageMs: 99_000 });
    expect(chartAge({ readings, before: null }, null, true)).toEqual({
      isNow: false,
      ageMs: 99_000,
    });
    expect(chartAge({ readings, before: null }, 3, false)).toEqual({ isNow: false, ageMs: null });
  });
});

describe("the fleet store", () => {
  const history = (value: number): FleetHistory => ({
    windowEndMs: 2_000,
    machines: {
      7: {
        ...emptyHistory,
        grids: {
          ...emptyHistory.grids,
          sheets_per_hour: {
            ...{ startMs: 0, stepMs: 1_000, untilMs: 1_500 },
            buckets: [null, { mean: value, min: value, max: value, heldMs: 1 }],
          },
        },
      },
    },
  });

  it("extends a machine's series by new samples only", () => {
    const store = new FleetStore(new Map([[7, machine()]]));
    store.loadHistory(history(100));
    store.report(7, machine({ sheets_per_hour: fresh(200, 1_500) }));
    store.report(7, machine({ sheets_per_hour: fresh(200, 1_500) }));
    store.report(7, machine({ sheets_per_hour: fresh(300, 1_750) }));
    // 100 for a millisecond, as the server said, then 200 for a quarter of a second.
    expect(chartGrid(store.snapshot(), "sheets_per_hour", 7)?.buckets[1]).toEqual({
      mean: (100 + 200 * 250) / 251,
      min: 100,
      max: 300,
      heldMs: 251,
    });
    expect(chartGrid(store.snapshot(), "sheets_per_hour", 8)).toBeNull();
  });

  it("tells nobody of the past that it began with, which is drawn already", () => {
    const past = history(100);
    const store = new FleetStore(new Map([[7, machine()]]), past);
    const told = vi.fn();
    store.subscribe(told);
    store.loadHistory(past);
    expect(told).not.toHaveBeenCalled();
    store.loadHistory(history(200));
    expect(told).toHaveBeenCalledOnce();
  });

  it("draws the fleet without a band, for the sum of lowest readings is none", () => {
    const store = new FleetStore(new Map([[7, machine()]]));
    store.loadHistory(history(100));
    store.report(7, machine({ sheets_per_hour: fresh(100, 2_200) }));
    store.report(7, machine({ sheets_per_hour: fresh(300, 2_500) }));
    for (const bucket of chartGrid(store.snapshot(), "sheets_per_hour")?.buckets ?? [])
      if (bucket !== null) expect([bucket.min, bucket.max]).toEqual([bucket.mean, bucket.mean]);
    const one = chartGrid(store.snapshot(), "sheets_per_hour", 7)?.buckets[1];
    expect(one?.max).toBeGreaterThan(one?.min ?? Infinity);
  });

  it("keeps the past of a machine that could not be read again, until it leaves the fleet", () => {
    const store = new FleetStore(new Map([[7, machine()]]));
    store.loadHistory(history(100));
    const known = store.snapshot().grids.get(7);
    store.loadHistory({ windowEndMs: 3_000, machines: {} });
    expect(store.snapshot().grids.get(7)).toBe(known);
    expect(known).toBeDefined();
    store.keepOnly(new Set());
    expect(store.snapshot().grids.size).toBe(0);
  });

  it("takes the past as the server knows it when it is read again", () => {
    const store = new FleetStore(new Map([[7, machine()]]));
    store.loadHistory(history(100));
    store.report(7, machine({ sheets_per_hour: fresh(300, 2_500) }));
    store.loadHistory(history(120));
    expect(
      chartGrid(store.snapshot(), "sheets_per_hour", 7)?.buckets.map(
        (bucket) => bucket?.mean ?? null,
      ),
    ).toEqual([null, 120]);
  });

  it("tells its listeners, and forgets machines that are gone", () => {
    const store = new FleetStore(
      new Map([
        [7, machine()],
        [8, machine()],
      ]),
    );
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.keepOnly(new Set([7]));
    expect([...store.snapshot().readings.keys()]).toEqual([7]);
    store.keepOnly(new Set([7]));
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    store.report(7, machine());
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
