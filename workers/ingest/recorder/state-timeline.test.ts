import { describe, expect, it } from "vitest";
import { StateTimeline } from "./state-timeline.ts";
import { nodeStorage } from "./testing/node-storage.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

const at = (day: number, hour: number, ms: number, code: number) => ({
  timeMs: day * DAY_MS + hour * HOUR_MS + ms,
  code,
});
const MANY = 1_000;

/** Storage that notes what it is asked. */
function watched() {
  const storage = nodeStorage();
  const asked: string[] = [];
  const sql: typeof storage.sql = {
    exec: (query, ...bindings) => {
      asked.push(query);
      return storage.sql.exec(query, ...bindings);
    },
  };
  return { storage: { ...storage, sql }, asked };
}

describe("the states by day", () => {
  it("are those of the days that a range touches, ascending", () => {
    const timeline = new StateTimeline(nodeStorage());
    timeline.write(2 * DAY_MS, [at(2, 0, 5, 3)]);
    timeline.write(DAY_MS + HOUR_MS, [at(1, 1, 0, 2), at(1, 1, 9, 4)]);
    timeline.write(DAY_MS, [at(1, 0, 7, 1)]);
    const first = [at(1, 0, 7, 1), at(1, 1, 0, 2), at(1, 1, 9, 4)];
    const whole = (states: unknown) => ({ states, isWhole: true });
    expect(timeline.within(DAY_MS + 5 * HOUR_MS, 2 * DAY_MS, MANY)).toEqual(whole(first));
    expect(timeline.within(0, 3 * DAY_MS, MANY)).toEqual(whole([...first, at(2, 0, 5, 3)]));
    expect(timeline.within(3 * DAY_MS, 9 * DAY_MS, MANY)).toEqual(whole([]));
    expect(timeline.before(2 * DAY_MS)).toEqual({ day: DAY_MS, states: first });
    expect(timeline.before(DAY_MS)).toBeNull();
  });

  it("are each day's last where there are more than wanted", () => {
    const timeline = new StateTimeline(nodeStorage());
    timeline.write(0, [at(0, 0, 1, 1), at(0, 0, 2, 2)]);
    timeline.write(DAY_MS, [at(1, 0, 1, 3), at(1, 0, 2, 4)]);
    expect(timeline.within(0, 2 * DAY_MS, 3)).toEqual({
      states: [at(0, 0, 2, 2), at(1, 0, 2, 4)],
      isWhole: false,
    });
  });

  it("are an hour's newest ones, whatever was read before, and in the next life too", () => {
    const storage = nodeStorage();
    const timeline = new StateTimeline(storage);
    timeline.write(0, [at(0, 0, 1, 1)]);
    timeline.write(HOUR_MS, [at(0, 1, 1, 2)]);
    timeline.within(0, DAY_MS, MANY);
    timeline.write(0, [at(0, 0, 3, 5)]);
    for (const each of [timeline, new StateTimeline(storage)])
      expect(each.within(0, DAY_MS, MANY).states).toEqual([at(0, 0, 3, 5), at(0, 1, 1, 2)]);
    timeline.write(0, []);
    timeline.write(HOUR_MS, []);
    expect([timeline.within(0, DAY_MS, MANY).states, timeline.before(DAY_MS)]).toEqual([[], null]);
  });

  it("believe no write that was taken back", () => {
    const storage = nodeStorage();
    const timeline = new StateTimeline(storage);
    timeline.write(0, [at(0, 0, 1, 1)]);
    expect(() =>
      storage.transactionSync(() => {
        timeline.write(DAY_MS, [at(1, 0, 1, 2)]);
        throw new Error("no");
      }),
    ).toThrow("no");
    expect([timeline.within(0, 2 * DAY_MS, MANY).states, timeline.before(2 * DAY_MS)?.day]).toEqual(
      [[at(0, 0, 1, 1)], 0],
    );
  });

  it("are read once", () => {
    const { storage, asked } = watched();
    const timeline = new StateTimeline(storage);
    for (const day of [0, 1, 2]) timeline.write(day * DAY_MS, [at(day, 0, 1, day)]);
    const ask = () => [timeline.within(DAY_MS, 3 * DAY_MS, MANY), timeline.before(DAY_MS)];
    ask();
    const before = asked.length;
    ask();
    expect(asked.length).toBe(before);
  });
});
