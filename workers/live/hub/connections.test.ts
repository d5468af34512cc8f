import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "#app/domain/access/types.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { OwnerBudgets } from "#app/domain/live/owner-budget.ts";
import { Connections } from "./connections.ts";
import type { HubStore } from "./hub-store.ts";

const NOON = Date.UTC(2026, 10, 21, 12);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => void vi.useRealTimers());

/** Two sockets, whose heartbeats the runtime answers; a look a minute, as the hub's alarm has it. */
function open() {
  const answeredAtMs = new Map<number, number>();
  let alarms = 0;
  const connections = new Connections({
    hub: "customer:1",
    store: {} as HubStore,
    owners: new OwnerBudgets(),
    answeredAtMs: ({ id }) => answeredAtMs.get(id) ?? 0,
    onClosed: () => undefined,
    onClockSet: () => alarms++,
  });
  for (const id of [1, 2])
    connections.open({} as WebSocket, { id, sessionId: id, demoOrder: null }, {
      sessionId: id,
      userId: id,
    } as Actor);
  const silent = () => connections.silent(Date.now()).map(({ id }) => id);
  return {
    answer: (id: number) => answeredAtMs.set(id, Date.now()),
    /** By so much the clock goes on; then who is silent. */
    lookAfter: (ms: number) => {
      vi.setSystemTime(Date.now() + ms);
      return silent();
    },
    alarms: () => alarms,
  };
}

describe("silent sockets", () => {
  it("are those that gave no sign for a minute and a half", () => {
    const { answer, lookAfter, alarms } = open();
    expect(lookAfter(MINUTE_MS)).toEqual([]);
    answer(1);
    expect(lookAfter(MINUTE_MS)).toEqual([2]);
    expect(alarms()).toBe(0);
  });

  it("are none because the clock was set forward", () => {
    const { answer, lookAfter, alarms } = open();
    expect(lookAfter(HOUR_MS)).toEqual([]);
    expect(alarms()).toBe(1);
    expect(lookAfter(MINUTE_MS)).toEqual([]);
    answer(1);
    expect(lookAfter(MINUTE_MS)).toEqual([2]);
  });

  it("are found as soon when the clock was set back, whatever was answered before", () => {
    const { answer, lookAfter, alarms } = open();
    lookAfter(MINUTE_MS);
    answer(1);
    answer(2);
    expect(lookAfter(-HOUR_MS)).toEqual([]);
    expect(alarms()).toBe(1);
    expect(lookAfter(MINUTE_MS)).toEqual([]);
    answer(1);
    expect(lookAfter(MINUTE_MS)).toEqual([2]);
  });
});
