/** Samples further ahead than a live value may be: stored at once, live when their time comes (CONTRACT §5). */
import { describe, expect, it } from "vitest";
import type { AlarmRule } from "#app/domain/alarms/judge.ts";
import { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import { OpenHours } from "#app/domain/series/open-hours.ts";
import { AlarmWatch, type AlarmTransition } from "./alarm-watch.ts";
import { recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";

const START = Date.UTC(2026, 1, 3, 10, 57);

const one = (timeMs: number, value: number) => ({ times: [timeMs], tags: { speed: [value] } });
const live = (bench: RecorderBench) => bench.recorder().latest(["speed"]).speed?.value ?? null;
const fresh = (bench: RecorderBench) =>
  bench
    .recorder()
    .takeFresh()
    .get("speed")
    ?.map(({ value }) => value) ?? [];

describe("a sample four minutes ahead", () => {
  it("does not keep present ones from going live, and becomes live in its turn", async () => {
    const bench = recorderBench(START);
    await bench.post([one(START, 1)]);
    expect(bench.recorder().watch("speed")?.value).toBe(1);
    await bench.post([one(START + 4 * MINUTE_MS, 100), one(START + 2 * MINUTE_MS, 50)]);
    expect([live(bench), fresh(bench)]).toEqual([1, []]);
    expect(bench.recorder().nextLiveDueMs).toBe(START + 2 * MINUTE_MS - 5_000);
    bench.advance(1_000);
    await bench.post([one(bench.nowMs(), 2)]);
    expect([live(bench), fresh(bench)]).toEqual([2, [2]]);
    bench.advance(2 * MINUTE_MS);
    expect([live(bench), fresh(bench)]).toEqual([50, [50]]);
    await bench.post([one(bench.nowMs(), 3)]);
    expect([live(bench), fresh(bench)]).toEqual([3, [3]]);
    bench.advance(2 * MINUTE_MS);
    expect([live(bench), fresh(bench)]).toEqual([100, [100]]);
    expect(bench.recorder().nextLiveDueMs).toBe(Infinity);
  });

  it("up to 5 s ahead is live at once", async () => {
    const bench = recorderBench(START);
    bench.recorder().watch("speed");
    await bench.post([one(START + 5_000, 1), one(START + 5_001, 2)]);
    expect([live(bench), fresh(bench)]).toEqual([1, [1]]);
    bench.advance(1);
    expect([live(bench), fresh(bench)]).toEqual([2, [2]]);
  });

  it("waits over a restart, and for those who begin to listen", async () => {
    const bench = recorderBench(START);
    await bench.post([one(START, 1), one(START + 4 * MINUTE_MS, 100)]);
    expect(bench.recorder().watch("speed")?.value).toBe(1);
    bench.restart();
    expect([live(bench), fresh(bench)]).toEqual([1, []]);
    expect(bench.recorder().nextLiveDueMs).toBe(START + 4 * MINUTE_MS - 5_000);
    bench.advance(4 * MINUTE_MS);
    expect([live(bench), fresh(bench)]).toEqual([100, [100]]);
  });

  it("leaves the value of a metric whose last hour is sealed", async () => {
    const bench = recorderBench(START);
    await bench.post([one(START, 1)]);
    bench.advance(3 * HOUR_MS);
    await bench.settle();
    await bench.post([one(bench.nowMs() + 4 * MINUTE_MS, 100)]);
    expect(live(bench)).toBe(1);
    bench.restart();
    expect(live(bench)).toBe(1);
    await bench.recorder().upkeep.seal(START - (START % HOUR_MS) + 3 * HOUR_MS);
    bench.restart();
    expect(live(bench)).toBe(1);
    bench.advance(4 * MINUTE_MS);
    expect(live(bench)).toBe(100);
  });

  it("holds back what is derived from it as well", async () => {
    const bench = recorderBench(START);
    const state = (timeMs: number, value: number) => ({
      times: [timeMs],
      tags: { machine_state: [value] },
    });
    await bench.post([state(START, 0)]);
    bench.recorder().watch("machine_running");
    await bench.post([state(START + 4 * MINUTE_MS, 3)]);
    const running = () => bench.recorder().latest(["machine_running"]).machine_running?.value;
    const given = () => bench.recorder().takeFresh().get("machine_running") ?? [];
    expect([running(), given()]).toEqual([0, []]);
    bench.advance(1_000);
    await bench.post([state(bench.nowMs(), 4)]);
    expect([running(), given()]).toEqual([1, [{ timeMs: START + 1_000, value: 1 }]]);
    bench.advance(4 * MINUTE_MS);
    expect(given()).toEqual([{ timeMs: START + 4 * MINUTE_MS, value: 1 }]);
  });

  it("yields when the clock goes back behind what was live", async () => {
    const bench = recorderBench(START);
    bench.recorder().watch("speed");
    await bench.post([one(START, 1)]);
    expect(fresh(bench)).toEqual([1]);
    bench.advance(-HOUR_MS);
    await bench.post([one(bench.nowMs(), 2)]);
    expect([live(bench), fresh(bench)]).toEqual([2, [2]]);
    bench.advance(2 * HOUR_MS);
    expect(live(bench)).toBe(1);
  });
});

describe("another value of the newest sample's time", () => {
  it("is live for those who read and those who listen, each time it changes", async () => {
    const bench = recorderBench(START);
    await bench.post([one(START, 1)]);
    bench.recorder().watch("speed");
    const seen: unknown[] = [];
    for (const value of [2, 2, 1, 3]) {
      await bench.post([one(START, value)]);
      seen.push([live(bench), fresh(bench)]);
    }
    expect(seen).toEqual([
      [2, [2]],
      [2, []],
      [1, [1]],
      [3, [3]],
    ]);
    await bench.post([one(START - 1, 9)]);
    expect([live(bench), fresh(bench)]).toEqual([3, []]);
  });

  it("is live though its hour is sealed", async () => {
    const bench = recorderBench(START);
    await bench.post([one(START, 1)]);
    bench.recorder().watch("speed");
    bench.advance(3 * HOUR_MS);
    await bench.settle();
    await bench.post([one(START, 2)]);
    expect([live(bench), fresh(bench)]).toEqual([2, [2]]);
  });

  it("changes what is derived from it as well", async () => {
    const bench = recorderBench(START);
    const state = (value: number) => ({ times: [START], tags: { machine_state: [value] } });
    await bench.post([state(3)]);
    bench.recorder().watch("machine_running");
    await bench.post([state(0)]);
    expect(bench.recorder().latest(["machine_running"]).machine_running?.value).toBe(0);
    expect(bench.recorder().takeFresh().get("machine_running")).toEqual([
      { timeMs: START, value: 0 },
    ]);
    await bench.post([state(2)]);
    expect(bench.recorder().takeFresh().get("machine_running")).toBeUndefined();
  });
});

describe("an alarm", () => {
  const HOUR = Date.UTC(2026, 10, 19, 12);
  const rule: AlarmRule = {
    id: 5,
    function: "value_threshold_for_time_period_in_state",
    arguments: { tag_name: "current", period: 20_000, comp: ">", threshold: 8 },
    inAlarm: false,
  };

  it("judges present samples though one lies ahead, and that one in its turn", async () => {
    const hours = new OpenHours().set(HOUR, new HourBuffer(HOUR, true));
    const told: AlarmTransition[][] = [];
    const watch = new AlarmWatch({
      hours,
      read: () => null,
      heardMs: () => null,
      upSinceMs: Infinity,
      isUsual: () => false,
      write: () => undefined,
      tell: async (states) => void told.push(states),
    });
    const put = (timeMs: number, value: number) => hours.get(HOUR)?.put("current", timeMs, value);
    put(HOUR + 4 * MINUTE_MS, 1);
    await watch.look([rule], HOUR);
    expect(watch.nextMs).toBe(HOUR + 4 * MINUTE_MS);
    for (let s = 0; s <= 20; s += 10) {
      put(HOUR + s * 1000, 9);
      await watch.look([rule], HOUR + s * 1000);
    }
    await watch.look([rule], HOUR + 4 * MINUTE_MS);
    expect(told.flat()).toEqual([
      { id: 5, inAlarm: true, atMs: HOUR + 20_000 },
      { id: 5, inAlarm: false, atMs: HOUR + 4 * MINUTE_MS },
    ]);
    expect(watch.nextMs).toBe(Infinity);
  });
});
