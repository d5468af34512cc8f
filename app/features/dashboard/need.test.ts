import { describe, expect, it } from "vitest";
import type { StateSince } from "#app/domain/metrics/state-since.ts";
import type { Reading } from "./readings.ts";
import { CARD_METRICS, type CardMetric } from "./fleet-types.ts";
import {
  chipKinds,
  factsOf,
  idsOf,
  orderMachines,
  stateLasted,
  summarizeAttention,
  type MachineFacts,
} from "./need.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";

const NOW = 100 * MINUTE_MS;
const state = (value: number, changed: Partial<Reading> = {}): Reading => ({
  ...{ value, timeMs: NOW - 1_000, adFlag: null, stale: false, ageMs: 1_000 },
  ...changed,
});
const machine = (id: number, changed: Partial<MachineFacts> = {}): MachineFacts => ({
  ...{ id, alarms: 0, overdue: 0, risk: null, state: state(4), isSilent: false },
  ...{ isUnheard: false, isUnread: false, since: null },
  ...changed,
});
const UNKNOWN = { prediction: null, horizonMinutes: 240, reason: "outdated" } as const;
const readingsOf = (reading: Reading) =>
  Object.fromEntries(CARD_METRICS.map((metric) => [metric, reading])) as Record<
    CardMetric,
    Reading
  >;
const since = (minutes: number, changed: Partial<StateSince> = {}): StateSince => ({
  ...{ code: 1, sinceMs: NOW - minutes * MINUTE_MS, isOlder: false, isUnheard: false },
  ...changed,
});

const [feeding, off, silent, risky, waiting, waitingLonger, alarmed] = [
  machine(1),
  machine(2, { state: state(0), risk: 0.9 }),
  machine(3, { isSilent: true, state: state(1) }),
  machine(4, { risk: 0.51, overdue: 1 }),
  machine(5, { state: state(1), since: since(12) }),
  machine(6, { state: state(1), since: since(47) }),
  machine(7, { alarms: 2, overdue: 4 }),
];
const byName = [feeding, off, silent, risky, waiting, waitingLonger, alarmed];

describe("the order of the cards", () => {
  it("is alarm, not ready with the longest first, high risk, silent, on, off", () => {
    expect(orderMachines(byName, "need")).toEqual([7, 6, 5, 4, 3, 1, 2]);
  });

  it("has the machine with the most urgent alarm before all others", () => {
    const [low, critical] = [
      machine(8, { alarms: 3, urgency: 0 }),
      machine(9, { alarms: 1, urgency: 3 }),
    ];
    expect(orderMachines([low, critical, waiting], "need")).toEqual([9, 8, 5]);
    expect(orderMachines([low, critical], "name")).toEqual([8, 9]);
  });

  it("takes a risk for high from where its ring is no longer green, a whole percent as it is read", () => {
    const still = machine(8, { risk: 0.502 });
    const high = machine(9, { risk: 0.506 });
    expect(orderMachines([feeding, still, high], "need")).toEqual([9, 1, 8]);
  });

  it("is by name on request", () => {
    expect(orderMachines(byName, "name")).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it("brings those first that the strip was asked for, and leaves the others as they were", () => {
    expect(orderMachines(byName, "need", "overdue")).toEqual([7, 4, 6, 5, 3, 1, 2]);
    expect(orderMachines(byName, "name", "silent")).toEqual([3, 1, 2, 4, 5, 6, 7]);
  });

  it("knows which those are", () => {
    expect(idsOf(byName, "overdue")).toEqual([4, 7]);
    expect(idsOf(byName, "notReady")).toEqual([5, 6]);
    expect(idsOf(byName, "alarms")).toEqual([7]);
  });

  it("does not move a machine that goes from running to ready and back", () => {
    const order = (code: number) =>
      orderMachines([machine(1), machine(2, { state: state(code) }), machine(3)], "need");
    expect(order(2)).toEqual(order(4));
  });

  it("says a machine that was off and fell silent to be silent, not off", () => {
    expect(
      orderMachines([machine(1), machine(2, { state: state(0), isSilent: true })], "need"),
    ).toEqual([2, 1]);
  });
});

it("nothing is foretold of a machine that is down now, whatever was foretold before", () => {
  const risk = { prediction: 0.9, horizonMinutes: 240, reason: null };
  const factsIn = (machine_state: Reading) =>
    factsOf(
      [{ id: 1, risk, reachable: true }],
      {},
      {
        readings: new Map([
          [
            1,
            Object.fromEntries(CARD_METRICS.map((metric) => [metric, machine_state])) as Record<
              CardMetric,
              Reading
            >,
          ],
        ]),
        since: new Map(),
      },
    );
  expect(factsIn(state(4))[0]?.risk).toBe(0.9);
  expect(factsIn(state(1))[0]?.risk).toBeNull();
});

describe("the strip", () => {
  it("counts alarms and overdue work, and the machines that are not ready or silent", () => {
    expect(summarizeAttention(byName)).toEqual({
      ...{ alarms: 2, notReady: 2, longestMinutes: 47, isLonger: false, overdue: 5, silent: 1 },
      ...{ atRisk: 2, unheard: 0, unread: 0 },
    });
  });

  it("says nothing of a fleet that works", () => {
    expect(summarizeAttention([machine(1), machine(2, { state: state(0) })])).toEqual({
      ...{ alarms: 0, notReady: 0, longestMinutes: null, isLonger: false, overdue: 0, silent: 0 },
      ...{ atRisk: 0, unheard: 0, unread: 0 },
    });
  });

  it("counts those whose cards tell a raised risk, and brings them first", () => {
    const fleet = [machine(1, { risk: 0.5 }), machine(2, { risk: 0.62 }), machine(3)];
    expect(summarizeAttention(fleet)).toMatchObject({ atRisk: 1 });
    expect(orderMachines(fleet, "name", "atRisk")).toEqual([2, 1, 3]);
  });

  it("does not call silent who never spoke", () => {
    const never = { isSilent: true, isUnheard: true };
    const fleet = [machine(1, never), machine(2, never), machine(3, { isSilent: true })];
    expect(summarizeAttention(fleet)).toMatchObject({ silent: 1, unheard: 2 });
    expect(orderMachines(fleet, "name", "unheard")).toEqual([1, 2, 3]);
    expect(orderMachines(fleet, "name", "silent")).toEqual([3, 1, 2]);
  });

  it("does not call silent whose recorder did not answer, until its channels tell what it says", () => {
    const nothing = { ...state(4), value: null, timeMs: null, ageMs: null, stale: true };
    const factsIn = (reading: Reading) =>
      factsOf(
        [{ id: 1, risk: UNKNOWN, reachable: false }],
        {},
        { readings: new Map([[1, readingsOf(reading)]]), since: new Map() },
      );
    const unread = factsIn(nothing);
    expect(summarizeAttention(unread)).toMatchObject({ silent: 0, unheard: 0, unread: 1 });
    expect(idsOf(unread, "unread")).toEqual([1]);
    const old = factsIn({ ...state(4), stale: true, ageMs: 60_000 });
    expect(summarizeAttention(old)).toMatchObject({ silent: 1, unread: 0 });
  });
});

describe("the longest that a machine has not been ready", () => {
  const notReady = (id: number, began: StateSince | null) =>
    machine(id, { state: state(1), since: began });
  it.each([
    ["is known where all are", [since(12), since(47)], [47, false]],
    ["is longer where another one's beginning is not known", [since(12), null], [12, true]],
    [
      "is longer where nothing was heard before it",
      [since(47, { isUnheard: true }), since(12)],
      [47, true],
    ],
    ["is longer than what was read", [since(481, { isOlder: true }), since(12)], [480, true]],
    ["is not said where it is longer than nothing", [since(0.5), null], [null, true]],
    ["is not said where none is known", [null, null], [null, false]],
  ] as const)("%s", (_, [a, b], [longestMinutes, isLonger]) => {
    const told = summarizeAttention([notReady(1, a), notReady(2, b)]);
    expect(told).toMatchObject({ notReady: 2, longestMinutes, isLonger });
  });
});

describe("for how long a state has held", () => {
  const known = (ms: number) => ({ ms, isLonger: false });

  it("is so many whole hours at least, where it held already when what was read begins", () => {
    const older = (minutes: number) => stateLasted(state(0), since(minutes, { isOlder: true }));
    expect(older(481)).toEqual({ ms: 480 * MINUTE_MS, isLonger: true });
    expect(older(24 * 60 + 59)).toEqual({ ms: 24 * 60 * MINUTE_MS, isLonger: true });
  });

  it("goes on until now, and of a silent machine until it was heard last", () => {
    expect(stateLasted(state(1), since(47))).toEqual(known(47 * MINUTE_MS));
    expect(stateLasted(state(1, { stale: true, ageMs: 30 * MINUTE_MS }), since(47))).toEqual(
      known(47 * MINUTE_MS - 1_000),
    );
  });

  it("ends with the last reading on a page that is cut off, also while that is not old by itself", () => {
    const held = state(1, { ageMs: 20_000 });
    const old = { ...held, stale: true };
    expect(stateLasted(held, since(47), true)).toEqual(known(47 * MINUTE_MS - 1_000));
    expect(stateLasted(old, since(47), true)).toEqual(stateLasted(held, since(47), true));
  });

  it("is not known without its beginning, and longer than it was heard", () => {
    expect(stateLasted(state(1), null)).toBeNull();
    expect(stateLasted(state(1), since(47, { isUnheard: true }))).toEqual({
      ...{ ms: 47 * MINUTE_MS, isLonger: true },
    });
  });
});

describe("the chips of the line above the cards", () => {
  const none = {
    ...{ alarms: 0, notReady: 0, overdue: 0, atRisk: 0 },
    ...{ silent: 0, unheard: 0, unread: 0 },
  };

  it("are of what is not zero, the most urgent one first", () => {
    const counts = { ...none, overdue: 2, alarms: 1 };
    expect(chipKinds({ counts, first: null, kept: [] })).toEqual(["alarms", "overdue"]);
    expect(chipKinds({ counts: none, first: null, kept: [] })).toEqual([]);
  });

  it("stay where they are under a pointer or around the focus: what comes goes behind them, what goes stays", () => {
    const kept = ["notReady", "overdue"] as const;
    const counts = { ...none, overdue: 2, alarms: 1 };
    expect(chipKinds({ counts, first: null, kept })).toEqual(["notReady", "overdue", "alarms"]);
  });

  it("include the one that was asked for, when nobody is of it any more", () => {
    expect(chipKinds({ counts: none, first: "silent", kept: [] })).toEqual(["silent"]);
  });
});
