/** A machine's metrics: those known by name or mapped always have room, others have a share of their own. */
import { describe, expect, it } from "vitest";
import { MAX_UNMAPPED_METRICS } from "#app/domain/series/machine-metrics.ts";
import type { IngestOutcome } from "#app/domain/series/recorder-port.ts";
import { recorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2026, 1, 3);
const tagsOf = (names: readonly string[]): Record<string, unknown[]> =>
  Object.fromEntries(names.map((name) => [name, [1]]));
const wide = (count: number): string[] => Array.from({ length: count }, (_, i) => `DB${i}.X`);
const reasonsOf = (outcome: IngestOutcome): Record<string, number> => {
  if (outcome.status !== "stored") throw new Error(outcome.status);
  const reasons: Record<string, number> = {};
  for (const { reason, count } of outcome.rejected)
    reasons[reason] = (reasons[reason] ?? 0) + count;
  return reasons;
};

describe("metrics that nobody mapped", () => {
  it("have a share of a machine's metrics, and take no room from those known by name or mapped", async () => {
    const bench = recorderBench(START);
    bench.map({ "DB1.SPEED": "feeder_speed" });
    const first = await bench.post([{ times: [START], tags: tagsOf(wide(20_000)) }]);
    expect(first).toMatchObject({ accepted: MAX_UNMAPPED_METRICS });
    expect(reasonsOf(first)).toEqual({ too_many_metrics: 20_000 - MAX_UNMAPPED_METRICS });

    const late = {
      machine_speed: [181.5],
      machine_speed_ad_flag: [false],
      "DB1.SPEED": [7],
      feeder_speed_upper: [9],
      order_number: ["A-18"],
      one_more: [1],
    };
    const second = await bench.post([{ times: [START + 1000], tags: late }]);
    expect(second).toMatchObject({
      accepted: 5,
      rejected: [{ tag: "one_more", reason: "too_many_metrics", count: 1 }],
    });
    expect(bench.recorder().status()).toMatchObject({
      metrics: { count: 1005, unmapped: 1000, unmappedLimit: 1000 },
      samplers: [{ rejectedBy: { too_many_metrics: 19_001, bad_value: 0 } }],
    });
    // What has its place keeps it.
    expect(await bench.post([{ times: [START + 2000], tags: { "DB999.X": [2] } }])).toMatchObject({
      accepted: 1,
      rejected: [],
    });
  });

  it("leave the share when they are mapped, and come back to it", async () => {
    const bench = recorderBench(START);
    await bench.post([{ times: [START], tags: tagsOf(wide(MAX_UNMAPPED_METRICS)) }]);
    const more = (at: number) => bench.post([{ times: [START + at], tags: { more: [at] } }]);
    expect(reasonsOf(await more(1))).toEqual({ too_many_metrics: 1 });
    bench.map({ "PLC.1": "DB7.X" });
    expect(await more(2)).toMatchObject({ accepted: 1, rejected: [] });
    bench.map({});
    expect(bench.recorder().status().metrics.unmapped).toBe(1001);
    expect(await more(3)).toMatchObject({ accepted: 1, rejected: [] });
    expect(reasonsOf(await bench.post([{ times: [START], tags: { another: [1] } }]))).toEqual({
      too_many_metrics: 1,
    });
  });

  it("make room as soon as they are mapped, and may be forgotten under the name that they were sent by", async () => {
    const bench = recorderBench(START);
    await bench.post([{ times: [START], tags: tagsOf(wide(MAX_UNMAPPED_METRICS)) }]);
    bench.map({ "DB7.X": "seven", "DB8.X": "eight" });
    const tags = tagsOf(["DB7.X", "DB8.X", "more", "another", "too_many"]);
    expect(reasonsOf(await bench.post([{ times: [START + 1], tags }]))).toEqual({
      too_many_metrics: 1,
    });
    expect(bench.recorder().status().metrics.unmapped).toBe(MAX_UNMAPPED_METRICS);
    bench.restart();
    expect(bench.recorder().status().metrics.unmapped).toBe(MAX_UNMAPPED_METRICS);
    expect(await bench.recorder().forget(["DB7.X"], true)).toEqual(["forgotten"]);
    expect(bench.recorder().status().metrics.unmapped).toBe(MAX_UNMAPPED_METRICS);
    bench.map({});
    expect(bench.recorder().status().metrics.unmapped).toBe(MAX_UNMAPPED_METRICS + 3);
  });

  it("and were refused stay so when the log is read back, and so do the counts of what became of all", async () => {
    const bench = recorderBench(START);
    const names = wide(MAX_UNMAPPED_METRICS + 20);
    await bench.post([{ times: [START], tags: tagsOf(names) }]);
    const before = bench.recorder().status();
    expect(before.samplers).toMatchObject([
      { accepted: MAX_UNMAPPED_METRICS, rejectedBy: { too_many_metrics: 20 } },
    ]);
    bench.restart();
    expect(bench.recorder().status()).toEqual(before);
    expect(await bench.recorder().forget(["DB0.X"], true)).toEqual(["forgotten"]);
    expect(await bench.recorder().forget(["DB1.X", "DB2.X"], false)).toEqual([
      ...["forgotten", "forgotten"],
    ]);
    const { samplers } = bench.recorder().status();
    expect(samplers).toEqual(before.samplers);
    bench.restart();
    expect(bench.recorder().status().samplers).toEqual(samplers);
    const range = { deviceId: 1, startMs: START, endMs: START + 1_000, buckets: 1 };
    // A place is free now, but not for what was refused.
    const points = await bench.reader.buckets({ ...range, metrics: ["DB0.X", "DB1000.X"] });
    expect(points).toMatchObject({ "DB0.X": [{ count: 1 }], "DB1000.X": [] });
  });

  it("and were refused stay so when the log is read back, even if they had room later", async () => {
    const bench = recorderBench(START);
    await bench.post([{ times: [START], tags: tagsOf(wide(MAX_UNMAPPED_METRICS + 1)) }]);
    const late = `DB${MAX_UNMAPPED_METRICS}.X`;
    await bench.recorder().forget(["DB0.X"], true);
    expect(await bench.post([{ times: [START + 1000], tags: { [late]: [5] } }])).toMatchObject({
      accepted: 1,
    });
    const range = { deviceId: 1, metrics: [late], startMs: START, endMs: START + 2000, buckets: 1 };
    const before = await bench.reader.buckets(range);
    expect(before).toMatchObject({ [late]: [{ count: 1 }] });
    const { samplers } = bench.recorder().status();
    bench.restart();
    expect(await bench.reader.buckets(range)).toEqual(before);
    expect(bench.recorder().status().samplers).toEqual(samplers);
  });

  it("that are more than the share already, as an older release took 2,000, are all read back and go on", async () => {
    const bench = recorderBench(START);
    const names = wide(2000);
    bench.map(Object.fromEntries(names.map((name, i) => [`PLC.${i}`, name])));
    await bench.post([{ times: [START], tags: tagsOf(names) }]);
    bench.map({});
    bench.restart();
    expect(bench.recorder().status().metrics).toEqual({
      count: 2000,
      unmapped: 2000,
      unmappedLimit: 1000,
    });
    const tags = { ...tagsOf(names), machine_speed: [3], another: [1] };
    expect(await bench.post([{ times: [START + 1000], tags }])).toMatchObject({
      accepted: 2001,
      rejected: [{ tag: "another", reason: "too_many_metrics", count: 1 }],
    });
  });
});

describe("batches whose metrics are never the same twice", () => {
  it("leave no list of metrics behind when their hours are sealed, and are read back from the log", async () => {
    const bench = recorderBench(START);
    const layouts = () =>
      bench.storage.sql.exec<{ n: number }>("SELECT count(*) AS n FROM layouts").one().n;
    const HOURS = 4;
    let sent = 0;
    for (let hour = 0; hour < HOURS; hour++) {
      for (let batch = 0; batch < 120; batch++, sent++) {
        const names = Array.from({ length: 7 }, (_, bit) => bit).filter(
          (bit) => (batch + 1) & (1 << bit),
        );
        await bench.post([
          { times: [bench.nowMs()], tags: tagsOf(["always", ...names.map((bit) => `tag${bit}`)]) },
        ]);
        bench.advance(30_000);
      }
      if (hour === 1) bench.restart();
      await bench.settle();
    }
    bench.advance(2 * 3_600_000);
    await bench.settle();
    // One of the sealed hours' roll-ups.
    expect(layouts()).toBeLessThanOrEqual(2);
    const range = { deviceId: 1, metrics: ["always"], startMs: START, endMs: bench.nowMs() };
    const points = await bench.reader.buckets({ ...range, buckets: 1 });
    expect(points.always).toMatchObject([{ count: sent }]);
    bench.restart();
    expect((await bench.reader.buckets({ ...range, buckets: 1 })).always).toEqual(points.always);
  });

  it("make the file no larger than batches of one list do", async () => {
    const names = wide(12);
    const fill = async (namesOf: (sent: number) => readonly string[]) => {
      const bench = recorderBench(START);
      const countOf = (query: string): number =>
        Object.values(bench.storage.sql.exec(query).one())[0] as number;
      const layouts = () => countOf("SELECT count(*) AS n FROM layouts");
      let [sent, most, left] = [0, 0, 0];
      for (let hour = 0; hour < 4; hour++) {
        for (let batch = 0; batch < 750; batch++) {
          const tags = tagsOf(["always", ...namesOf(++sent)]);
          await bench.post([{ times: [bench.nowMs()], tags }]);
          bench.advance(4_800);
        }
        most = Math.max(most, layouts());
        bench.advance(2 * 3_600_000);
        await bench.settle();
        left = Math.max(left, layouts());
      }
      return { most, left, pages: countOf("PRAGMA page_count") };
    };
    const varied = await fill((sent) => names.filter((_, bit) => sent & (1 << bit)));
    const alike = await fill(() => names);
    expect(varied.most).toBeGreaterThanOrEqual(750);
    // Lists of the sealed hours' roll-ups.
    expect(varied.left).toBeLessThanOrEqual(5);
    expect(varied.pages).toBeLessThanOrEqual(alike.pages * 1.1);
  });
});
