import { describe, expect, it } from "vitest";
import type { AlarmRule } from "#app/domain/alarms/judge.ts";
import { ColumnBuffer } from "#app/domain/series/column-buffer.ts";
import { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import { OpenHours } from "#app/domain/series/open-hours.ts";
import { AlarmWatch, type AlarmTransition } from "./alarm-watch.ts";

const HOUR = Date.UTC(2026, 10, 19, 12);
const rule: AlarmRule = {
  id: 5,
  function: "value_threshold_for_time_period_in_state",
  arguments: { tag_name: "current", period: 20_000, machine_states: [3], comp: ">", threshold: 8 },
  inAlarm: false,
};

function machine() {
  const hours = new OpenHours();
  const told: AlarmTransition[][] = [];
  let kept: Record<string, never> | null = null;
  let writes = 0;
  let fails = false;
  const put = (metric: string, timeMs: number, value: number) => {
    const hourMs = Math.floor(timeMs / 3_600_000) * 3_600_000;
    const hour = hours.get(hourMs) ?? new HourBuffer(hourMs, true);
    hours.set(hourMs, hour);
    hour.put(metric, timeMs, value);
  };
  const judge = (metric: string, timeMs: number, value: number) => {
    put("speed", timeMs, 0);
    const column = new ColumnBuffer("number");
    column.put(timeMs, value);
    hours.get(HOUR)!.judged.set(metric, column);
  };
  let heardMs: number | null = null;
  const open = (upSinceMs = Infinity) =>
    new AlarmWatch({
      hours,
      heardMs: () => heardMs,
      upSinceMs,
      isUsual: () => true,
      read: () => kept,
      write: (next) => {
        kept = next as never;
        writes++;
      },
      tell: async (states) => {
        if (fails) throw new Error("D1 is away");
        told.push(states);
      },
    });
  return {
    put,
    judge,
    open,
    told,
    hear: (timeMs: number) => void (heardMs = timeMs),
    writes: () => writes,
    fail: (value: boolean) => (fails = value),
  };
}

describe("silence", () => {
  const MINUTE = 60_000;
  const silent: AlarmRule = {
    id: 6,
    function: "no_data_for_time_period",
    arguments: { tag_name: "", source: "machine", period: 10 * MINUTE },
    inAlarm: false,
    definedAtMs: HOUR,
  };

  it("is told once, over wakes and however often it is looked at, and ends with what is heard", async () => {
    const { hear, open, told } = machine();
    let watch = open();
    watch.await([silent], HOUR);
    expect(watch.silentMs).toBe(HOUR + 10 * MINUTE);
    hear(HOUR + MINUTE);
    await watch.look([silent], HOUR + MINUTE);
    expect([told, watch.silentMs]).toEqual([[], HOUR + 11 * MINUTE]);
    for (const minute of [11, 11, 12, 20]) {
      watch = open();
      watch.resume([silent], HOUR + minute * MINUTE);
      await watch.look([silent], HOUR + minute * MINUTE);
    }
    expect(told).toEqual([[{ id: 6, inAlarm: true, atMs: HOUR + 11 * MINUTE }]]);
    expect(watch.silentMs).toBe(Infinity);
    hear(HOUR + 21 * MINUTE);
    await watch.look([silent], HOUR + 21 * MINUTE);
    expect(told.at(-1)).toEqual([{ id: 6, inAlarm: false, atMs: HOUR + 21 * MINUTE }]);
    expect(watch.silentMs).toBe(HOUR + 31 * MINUTE);
  });

  it("is told again until D1 has it, and waits a period where nobody listened", async () => {
    const { hear, open, told, fail } = machine();
    hear(HOUR);
    const back = HOUR + 300 * MINUTE;
    const watch = open();
    await watch.look([silent], back);
    expect([told, watch.silentMs]).toEqual([[], back + 10 * MINUTE]);
    fail(true);
    await expect(watch.look([silent], back + 10 * MINUTE)).rejects.toThrow("D1 is away");
    fail(false);
    const next = open();
    next.resume([silent], back + 11 * MINUTE);
    await next.look([silent], back + 11 * MINUTE);
    expect(told).toEqual([[{ id: 6, inAlarm: true, atMs: back + 10 * MINUTE }]]);
  });
});

describe("a recorder's alarms", () => {
  it("are judged over an hour's end, with the state that held, and told once", async () => {
    const { put, open, told, writes } = machine();
    const watch = open();
    put("machine_state", HOUR - 15_000, 3);
    for (let s = -10; s <= 20; s += 10) {
      put("current", HOUR + s * 1000, 9);
      await watch.look([rule], HOUR + s * 1000);
    }
    expect(told).toEqual([[{ id: 5, inAlarm: true, atMs: HOUR + 10_000 }]]);
    // The period's begin, the alarm, and that D1 has it.
    expect(writes()).toBe(3);
    put("current", HOUR + 30_000, 1);
    await watch.look([rule], HOUR + 30_000);
    expect(told.at(-1)).toEqual([{ id: 5, inAlarm: false, atMs: HOUR + 30_000 }]);
  });

  it("go on where they were after a wake", async () => {
    const { put, open, told } = machine();
    put("machine_state", HOUR, 3);
    put("current", HOUR, 9);
    await open().look([rule], HOUR);
    put("current", HOUR + 20_000, 9);
    await open().look([rule], HOUR + 20_000);
    expect(told).toEqual([[{ id: 5, inAlarm: true, atMs: HOUR + 20_000 }]]);
  });

  it("are told again until D1 has them", async () => {
    const { put, open, told, fail } = machine();
    const watch = open();
    put("machine_state", HOUR, 3);
    put("current", HOUR, 9);
    put("current", HOUR + 20_000, 9);
    fail(true);
    await expect(watch.look([rule], HOUR + 20_000)).rejects.toThrow("D1 is away");
    fail(false);
    await watch.look([rule], HOUR + 21_000);
    expect(told).toEqual([[{ id: 5, inAlarm: true, atMs: HOUR + 20_000 }]]);
    expect(watch.look([rule], HOUR + 22_000)).toBeNull();
  });

  it("that D1 could not be told are told after a wake, and then no more", async () => {
    const { put, open, told, fail } = machine();
    put("machine_state", HOUR, 3);
    put("current", HOUR, 9);
    put("current", HOUR + 20_000, 9);
    fail(true);
    await expect(open().look([rule], HOUR + 20_000)).rejects.toThrow("D1 is away");
    fail(false);
    await open().look([rule], HOUR + 90_000);
    expect(told).toEqual([[{ id: 5, inAlarm: true, atMs: HOUR + 20_000 }]]);
    expect(open().look([rule], HOUR + 91_000)).toBeNull();
  });

  it("begin as D1 has them: one that is on ends with the first sample that says so", async () => {
    const { put, open, told } = machine();
    put("machine_state", HOUR, 3);
    put("current", HOUR, 1);
    await open().look([{ ...rule, inAlarm: true }], HOUR);
    expect(told).toEqual([[{ id: 5, inAlarm: false, atMs: HOUR }]]);
  });

  it("stay as they are by late samples", async () => {
    const { put, open, told } = machine();
    const watch = open();
    put("machine_state", HOUR, 3);
    put("current", HOUR + 60_000, 1);
    await watch.look([rule], HOUR + 60_000);
    for (let s = 0; s <= 50; s += 10) put("current", HOUR + s * 1000, 9);
    expect(watch.look([rule], HOUR + 60_000)).toBeNull();
    expect(told).toEqual([]);
  });

  it("are all told, also those that came and went within one batch", async () => {
    const { put, open, told } = machine();
    put("machine_state", HOUR, 3);
    for (let s = 0; s <= 40; s += 10) put("current", HOUR + s * 1000, s === 30 ? 1 : 9);
    await open().look([rule], HOUR + 40_000);
    expect(told).toEqual([
      [
        { id: 5, inAlarm: true, atMs: HOUR + 20_000 },
        { id: 5, inAlarm: false, atMs: HOUR + 30_000 },
      ],
    ]);
  });

  it("count a late sample in the period that is running, over a wake too", async () => {
    for (const wakes of [false, true]) {
      const { put, open, told } = machine();
      let watch = open();
      const look = async (s: number) => {
        if (wakes) {
          watch = open();
          watch.resume([rule], HOUR + s * 1000);
        }
        await watch.look([rule], HOUR + s * 1000);
      };
      put("machine_state", HOUR, 3);
      for (const s of [0, 10]) {
        put("current", HOUR + s * 1000, 9);
        await look(s);
      }
      put("current", HOUR + 5_000, 1);
      await look(10);
      put("current", HOUR + 20_000, 9);
      await look(20);
      expect(told).toEqual([]);
      put("current", HOUR + 30_000, 9);
      await look(30);
      expect(told.flat()).toEqual([{ id: 5, inAlarm: true, atMs: HOUR + 30_000 }]);
    }
  });

  it("count samples by a late state from before all of them, which holds on into them", async () => {
    const { put, open, told } = machine();
    const watch = open();
    const at = (minute: number) => HOUR + minute * 60_000;
    const lasting = { ...rule, arguments: { ...rule.arguments, period: 300_000 } };
    const look = (minute: number) => {
      put("current", at(minute), 9);
      return watch.look([lasting], at(minute));
    };
    await look(10);
    put("machine_state", at(11), 3);
    await look(21);
    put("machine_state", at(0), 3);
    await look(22);
    expect(told).toEqual([[{ id: 5, inAlarm: true, atMs: at(22) }]]);
  });

  it("that were defined anew stay as they are, and count later samples only", async () => {
    const { put, open, told } = machine();
    const watch = open();
    put("machine_state", HOUR, 3);
    for (const s of [0, 10, 20]) put("current", HOUR + s * 1000, 9);
    await watch.look([rule], HOUR + 20_000);
    const higher = { ...rule, definedAtMs: HOUR + 20_000 };
    higher.arguments = { ...rule.arguments, threshold: 10 };
    expect(watch.look([higher], HOUR + 20_000)).toBeNull();
    put("current", HOUR + 30_000, 9);
    await watch.look([higher], HOUR + 30_000);
    expect(told.flat().at(-1)).toEqual({ id: 5, inAlarm: false, atMs: HOUR + 30_000 });
    const lower = { ...rule, definedAtMs: HOUR + 30_000 };
    for (const s of [40, 50]) put("current", HOUR + s * 1000, 9);
    expect(watch.look([lower], HOUR + 50_000)).toBeNull();
    put("current", HOUR + 60_000, 9);
    await watch.look([lower], HOUR + 60_000);
    expect(told.flat().at(-1)).toEqual({ id: 5, inAlarm: true, atMs: HOUR + 60_000 });
  });

  it("about anomalies go by the chosen detection, or by the flag that the sampler sends", async () => {
    const anomaly: AlarmRule = {
      ...{ id: 5, function: "anomalous_for_time_period", inAlarm: false },
      arguments: {
        tag_name: "speed",
        period: 0,
        uts_ad_enabled: false,
        threshold_ad_enabled: true,
      },
    };
    for (const [flags, isOn] of [
      [{ speed_ad_uts: 1, speed_ad_flag: 1 }, false],
      [{ speed_ad_threshold: 1, speed_ad_flag: 1 }, true],
    ] as const) {
      const { judge, open, told } = machine();
      for (const [name, value] of Object.entries(flags)) judge(name, HOUR, value);
      await open().look([anomaly], HOUR);
      expect(told.flat().some(({ inAlarm }) => inAlarm)).toBe(isOn);
    }
    const { put, open, told } = machine();
    put("speed_ad_flag", HOUR, 1);
    await open().look([anomaly], HOUR);
    expect(told).toEqual([[{ id: 5, inAlarm: true, atMs: HOUR }]]);
  });

  it("about anomalies that were defined anew go off by the tag's next usual sample", async () => {
    const anomaly: AlarmRule = {
      ...{ id: 5, function: "anomalous_for_time_period", inAlarm: false },
      arguments: { tag_name: "speed", period: 0, uts_ad_enabled: true, threshold_ad_enabled: true },
    };
    const { judge, put, open, told } = machine();
    judge("speed_ad_flag", HOUR, 1);
    const watch = open();
    await watch.look([anomaly], HOUR);
    const anew = { ...anomaly, inAlarm: true, definedAtMs: HOUR + 10_000 };
    expect(watch.look([anew], HOUR + 10_000)).toBeNull();
    put("speed", HOUR + 20_000, 5);
    await watch.look([anew], HOUR + 20_000);
    expect(told.flat().at(-1)).toEqual({ id: 5, inAlarm: false, atMs: HOUR + 20_000 });
  });
});
