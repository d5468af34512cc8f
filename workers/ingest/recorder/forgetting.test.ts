/** Metrics that are forgotten: with their samples they are gone from every answer and every byte, and their names are new. */
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { MAX_UNMAPPED_METRICS } from "#app/domain/series/machine-metrics.ts";
import { DEVICE, recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2026, 1, 3);

const namesOf = async ({ store }: RecorderBench): Promise<string> => {
  const files = await Promise.all(store.keys().map((key) => store.get(key)));
  return files.map((file) => Buffer.from(file!.bytes).toString("latin1")).join();
};
const timesOf = async (bench: RecorderBench, metric: string, startMs = START, buckets = 5000) => {
  const range = { deviceId: DEVICE, startMs, endMs: START + 60 * DAY_MS };
  const { points } = await bench.reader.telemetry({ ...range, metrics: [metric], buckets });
  return (points[metric] ?? []).filter(({ count }) => count > 0).map(({ timeMs }) => timeMs);
};
const send = (bench: RecorderBench, timeMs: number, tags: Record<string, number | string>) =>
  bench.post([
    {
      times: [timeMs],
      tags: Object.fromEntries(Object.entries(tags).map(([tag, value]) => [tag, [value]])),
    },
  ]);
const gone = { junk: 1, junk_word: "a secret word", junk_ad_flag: 1 };

/** Everything of two months: files of samples and roll-ups, rows of the tables, hours in memory. */
async function filled(): Promise<RecorderBench> {
  const bench = recorderBench(START);
  for (const day of [0, 1, 40, 41])
    for (const hour of [1, 3, 9]) {
      const at = START + day * DAY_MS + hour * HOUR_MS;
      bench.advance(at + 60_000 - bench.nowMs());
      await send(bench, at, { machine_speed: 100 + day, kept: day, ...gone });
      // Some hours hold nothing else.
      bench.advance(HOUR_MS);
      await send(bench, at + HOUR_MS, { junk: 2 });
      bench.advance(HOUR_MS);
      await bench.settle();
    }
  bench.advance(HOUR_MS);
  await send(bench, bench.nowMs(), { machine_speed: 7, kept: 7, ...gone });
  await send(bench, bench.nowMs() + 1, { junk: 3 });
  return bench;
}
const all = async (bench: RecorderBench, names: string[], isKept: boolean) =>
  bench.recorder().forget(names, isKept);

describe("a metric that is forgotten with its samples", () => {
  it.each(["at once", "after a kill", "when everything is written anew"])(
    "is gone from lists, answers and files, and nothing else is: %s",
    async (when) => {
      const bench = await filled();
      const before = await Promise.all([timesOf(bench, "kept"), timesOf(bench, "machine_speed")]);
      expect((await timesOf(bench, "junk")).length).toBe(26);
      expect(await all(bench, ["junk", "junk_word"], false)).toEqual(["forgotten", "forgotten"]);
      if (when === "after a kill") bench.restart();
      if (when === "when everything is written anew") {
        await bench.settle();
        for (const ms of [DAY_MS, 5 * DAY_MS, 60 * DAY_MS]) {
          bench.advance(ms);
          await bench.settle();
        }
        const bytes = await namesOf(bench);
        expect(bytes).not.toContain("junk");
        expect(bytes).not.toContain("a secret word");
        bench.restart();
      }
      expect(bench.recorder().metrics()).toEqual(["kept", "machine_speed"]);
      expect(Object.keys(bench.recorder().latest(null)).sort()).toEqual(["kept", "machine_speed"]);
      expect(bench.recorder().status().metrics.unmapped).toBe(1);
      for (const metric of ["junk", "junk_word", "junk_ad_flag"])
        for (const buckets of [5000, 60, 2])
          expect(await timesOf(bench, metric, START, buckets)).toEqual([]);
      expect(await Promise.all([timesOf(bench, "kept"), timesOf(bench, "machine_speed")])).toEqual(
        before,
      );
      expect(bench.events.filter(({ event }) => event === "recorder_upkeep_failed")).toEqual([]);
    },
  );

  it("is a new one when it comes again, of the same times too", async () => {
    const bench = await filled();
    const [first] = await timesOf(bench, "junk");
    await all(bench, ["junk"], false);
    expect(await send(bench, first!, { junk: 1 })).toMatchObject({ accepted: 1, duplicate: 0 });
    const now = bench.nowMs();
    await send(bench, now, { junk: 5 });
    expect(bench.recorder().latest(["junk"])).toMatchObject({ junk: { timeMs: now, value: 5 } });
    const check = async () => expect(await timesOf(bench, "junk")).toEqual([first, now]);
    await check();
    bench.restart();
    await check();
    for (const ms of [HOUR_MS, 5 * DAY_MS, 60 * DAY_MS]) {
      bench.advance(ms);
      await bench.settle();
    }
    await check();
  });

  it("leaves what came late for an hour that was sealed with nothing else", async () => {
    const bench = recorderBench(START + DAY_MS);
    await send(bench, START, { junk: 1 });
    bench.advance(60_000);
    await bench.settle();
    await send(bench, START, { kept: 2 });
    await all(bench, ["junk"], false);
    const check = async () => {
      expect(await timesOf(bench, "kept")).toEqual([START]);
      expect(await send(bench, START, { kept: 2 })).toMatchObject({ accepted: 0, duplicate: 1 });
    };
    await check();
    for (const ms of [60_000, 5 * DAY_MS]) {
      bench.advance(ms);
      await bench.settle();
      await check();
    }
    expect(bench.events.filter(({ event }) => event === "recorder_upkeep_failed")).toEqual([]);
  });

  it("frees its place", async () => {
    const bench = recorderBench(START);
    const names = Array.from({ length: MAX_UNMAPPED_METRICS }, (_, n) => `wide_${n}`);
    await send(bench, START, Object.fromEntries(names.map((name) => [name, 1])));
    const more = () => send(bench, START + 1, { more: 1 });
    expect(await more()).toMatchObject({ accepted: 0, rejected: [{ reason: "too_many_metrics" }] });
    await all(bench, ["wide_5"], false);
    expect(await more()).toMatchObject({ accepted: 1, rejected: [] });
  });

  it("is erased whatever the store does, and however often the recorder is killed", async () => {
    for (let calls = 1; calls < 12; calls++) {
      const bench = await filled();
      const before = await timesOf(bench, "kept");
      await all(bench, ["junk", "junk_word"], false);
      bench.fail(1 + (calls % 3), calls % 2 ? "lose the answer" : "refuse");
      for (let n = 0; n < calls; n++) void bench.recorder().upkeep.work();
      for (let n = 0; n < calls * 3; n++) await Promise.resolve();
      bench.restart();
      bench.fail(0);
      bench.advance(HOUR_MS);
      await bench.settle();
      bench.advance(60 * DAY_MS);
      await bench.settle();
      expect(await namesOf(bench)).not.toContain("junk");
      expect(await timesOf(bench, "kept")).toEqual(before);
    }
  });

  it("leaves an hour of a packed day empty, which late samples before it make anew", async () => {
    const bench = recorderBench(START + DAY_MS);
    await send(bench, START + 2 * HOUR_MS, { machine_state: 3 });
    await send(bench, START + 5 * HOUR_MS, { tag: 1 });
    bench.advance(5 * DAY_MS);
    await bench.settle();
    await all(bench, ["tag"], false);
    await send(bench, START + HOUR_MS, { machine_state: 0 });
    bench.advance(5 * DAY_MS);
    await bench.settle();
    expect(bench.events.filter(({ event }) => event === "recorder_upkeep_failed")).toEqual([]);
    expect(await timesOf(bench, "machine_state")).toEqual([START + HOUR_MS, START + 2 * HOUR_MS]);
    expect(await timesOf(bench, "machine_running")).toHaveLength(2);
    expect(await timesOf(bench, "tag")).toEqual([]);
  });

  it("is none that is known by name, mapped, or unheard of", async () => {
    const bench = await filled();
    bench.map({ PLC: "kept" });
    for (const isKept of [true, false])
      expect(await all(bench, ["machine_speed", "kept", "kept_upper", "never"], isKept)).toEqual([
        "expected",
        "expected",
        "expected",
        "unknown",
      ]);
  });

  it("takes no metric along whose name begins alike", async () => {
    const bench = recorderBench(START);
    await send(bench, START, { temp: 1, temp_count: 2, temp_first: 3, temperature: 4 });
    bench.map({ PLC: "temp_upper" });
    await send(bench, START, { temp_upper: 9 });
    bench.advance(60 * DAY_MS);
    await bench.settle();
    await all(bench, ["temp"], false);
    await bench.settle();
    expect(bench.recorder().metrics()).toEqual([
      "temp_count",
      "temp_first",
      "temp_upper",
      "temperature",
    ]);
    for (const metric of ["temp_count", "temp_first", "temperature", "temp_upper"])
      for (const buckets of [5000, 2])
        expect(await timesOf(bench, metric, START, buckets)).toHaveLength(1);
  });
});

describe("a metric that is forgotten while its samples stay", () => {
  it("is on no list, also after a kill, and who asks by its name is answered, through every roll-up", async () => {
    const bench = await filled();
    const before = [await timesOf(bench, "junk"), await timesOf(bench, "junk_word")];
    await all(bench, ["junk", "junk_word"], true);
    const check = async () => {
      expect(bench.recorder().metrics()).toEqual(["kept", "machine_speed"]);
      expect([await timesOf(bench, "junk"), await timesOf(bench, "junk_word")]).toEqual(before);
    };
    await check();
    bench.restart();
    await check();
    for (const ms of [HOUR_MS, 5 * DAY_MS, 60 * DAY_MS]) {
      bench.advance(ms);
      await bench.settle();
      expect(bench.recorder().metrics()).toEqual(["kept", "machine_speed"]);
    }
    const year = { deviceId: DEVICE, startMs: START, endMs: START + 60 * DAY_MS, buckets: 2 };
    const { points } = await bench.reader.telemetry({ ...year, metrics: ["junk"] });
    expect(points.junk?.reduce((sum, { count }) => sum + count, 0)).toBe(26);
    await check();
  });

  it("answers both kinds when it comes again as the other one", async () => {
    const bench = recorderBench(START + HOUR_MS);
    for (const second of [0, 1, 2]) await send(bench, START + second * 1000, { tag: "a word" });
    await all(bench, ["tag"], true);
    bench.restart();
    await send(bench, START + 5_000, { tag: 5 });
    const check = async () => expect(await timesOf(bench, "tag")).toHaveLength(3);
    await check();
    bench.restart();
    await check();
    bench.advance(5 * DAY_MS);
    await bench.settle();
    await check();
  });
});
