import { describe, expect, it } from "vitest";
import {
  alarmMetric,
  beginAlarm,
  FRESH_MS,
  judgeAlarm,
  MAX_GAP_MS,
  type AlarmProgress,
  type AlarmSample,
} from "./judge.ts";
import type { Comparator } from "./types.ts";

const START = Date.UTC(2026, 10, 19, 12);
const rule = {
  function: "value_threshold_for_time_period_in_state" as const,
  arguments: {
    tag_name: "current",
    period: 30_000,
    machine_states: [3, 4],
    comp: ">" as Comparator,
    threshold: 8,
  },
};
/** One sample every `stepS` seconds from `fromS` on. */
const run = (
  values: number[],
  { fromS = 0, stepS = 10, state = 3 as number | null } = {},
): AlarmSample[] =>
  values.map((value, index) => ({ timeMs: START + (fromS + index * stepS) * 1000, value, state }));
const off = beginAlarm({ inAlarm: false });
const judge = (
  samples: AlarmSample[],
  before: AlarmProgress = off,
  nowMs = samples.at(-1)!.timeMs,
) => lastOf(judgeAlarm(rule, before, samples, nowMs));
const lastOf = ({ progress, changes }: ReturnType<typeof judgeAlarm>) => ({
  progress,
  change: changes.at(-1) ?? null,
});

describe("an alarm", () => {
  it("goes on when the condition held for its period, at the sample that completes it, and off at the first that does not", () => {
    expect(judge(run([9, 9, 9])).change).toBeNull();
    expect(judge(run([9, 9, 9, 9])).change).toEqual({ inAlarm: true, atMs: START + 30_000 });
    const on = judge(run([9, 9, 9, 9])).progress;
    expect(judge(run([9, 8], { fromS: 40 }), on).change).toEqual({
      inAlarm: false,
      atMs: START + 50_000,
    });
  });

  it("begins its period anew after a sample that does not meet it", () => {
    expect(judge(run([9, 9, 9, 8, 9, 9, 9])).change).toBeNull();
    expect(judge(run([9, 9, 9, 8, 9, 9, 9, 9])).change?.atMs).toBe(START + 70_000);
  });

  it("says the same however its samples are split into batches", () => {
    const all = run([9, 9, 7, 9, 9, 9, 9, 9, 6, 9, 9, 9, 9, 9]);
    const whole = judge(all);
    for (let cut = 1; cut < all.length; cut++) {
      const first = judge(all.slice(0, cut), off, all.at(-1)!.timeMs);
      expect(judge(all.slice(cut), first.progress).progress).toEqual(whole.progress);
    }
  });

  it("counts only in its states: others begin the period anew and leave it as it is", () => {
    expect(
      judge([
        ...run([9, 9]),
        ...run([9], { fromS: 20, state: 2 }),
        ...run([9, 9, 9], { fromS: 30 }),
      ]).change,
    ).toBeNull();
    const on = judge(run([9, 9, 9, 9])).progress;
    expect(judge(run([1, 1], { fromS: 40, state: 0 }), on).progress.inAlarm).toBe(true);
    expect(judge(run([9, 9, 9, 9], { state: null })).change).toBeNull();
    const anywhere = { ...rule, arguments: { ...rule.arguments, machine_states: [] } };
    expect(
      judgeAlarm(anywhere, off, run([9, 9, 9, 9], { state: null }), START + 30_000).progress
        .inAlarm,
    ).toBe(true);
  });

  it("is not moved by late samples", () => {
    const on = judge(run([9, 9, 9, 9], { fromS: 100 })).progress;
    expect(judge(run([1, 1, 1]), on, START + 130_000)).toEqual({ progress: on, change: null });
  });

  it("does not go on about the past that arrives, and does once the present is reached", () => {
    const past = run([9, 9, 9, 9, 9, 9]);
    const nowMs = START + 50_000 + FRESH_MS + 1;
    const { progress, change } = judge(past, off, nowMs);
    expect([change, progress.inAlarm]).toEqual([null, false]);
    expect(judge(run([9], { fromS: 60 }), progress, nowMs).change).toEqual({
      inAlarm: true,
      atMs: START + 60_000,
    });
    expect(judge(run([1]), { ...off, inAlarm: true }, nowMs).change).toEqual({
      inAlarm: false,
      atMs: START,
    });
  });

  it("knows nothing of a silence", () => {
    const gapS = MAX_GAP_MS / 1000;
    expect(judge([...run([9]), ...run([9], { fromS: gapS })]).change?.inAlarm).toBe(true);
    expect(judge([...run([9]), ...run([9], { fromS: gapS + 1 })]).change).toBeNull();
  });

  it.each([
    [">", [9], [8, 7]],
    [">=", [9, 8], [7]],
    ["<", [7], [8, 9]],
    ["<=", [7, 8], [9]],
    ["==", [8], [7, 9]],
    ["!=", [7, 9], [8]],
  ] as const)("compares by %s", (comp, met, unmet) => {
    const now = { ...rule, arguments: { ...rule.arguments, period: 0, comp } };
    const isOn = (value: number) => judgeAlarm(now, off, run([value]), START).progress.inAlarm;
    expect([met.map(isOn), unmet.map(isOn)]).toEqual([met.map(() => true), unmet.map(() => false)]);
  });

  it("about anomalies listens to the flag beside its tag; a text meets nothing", () => {
    const anomaly = {
      function: "anomalous_for_time_period" as const,
      arguments: { tag_name: "machine_speed", period: 0 },
    };
    expect([alarmMetric(anomaly), alarmMetric(rule)]).toEqual(["machine_speed_ad_flag", "current"]);
    expect(
      [0, 1].map((flag) => judgeAlarm(anomaly, off, run([flag]), START).progress.inAlarm),
    ).toEqual([false, true]);
    expect(
      judgeAlarm(anomaly, off, [{ timeMs: START, value: "1", state: 3 }], START).progress.inAlarm,
    ).toBe(false);
  });

  it("stays on within its deadband", () => {
    const banded = { ...rule, arguments: { ...rule.arguments, period: 0, deadband: 2 } };
    const isOn = (inAlarm: boolean, value: number) =>
      judgeAlarm(banded, { ...off, inAlarm }, run([value]), START).progress.inAlarm;
    expect([isOn(false, 7), isOn(true, 7), isOn(true, 6.1), isOn(true, 6)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it("goes off once its delay passed without a sample that meets it", () => {
    const slow = { ...rule, arguments: { ...rule.arguments, delay_off: 20_000 } };
    const on = judge(run([9, 9, 9, 9])).progress;
    const after = (values: number[]) =>
      judgeAlarm(slow, on, run(values, { fromS: 40 }), START + 40_000).changes;
    expect(after([1, 1])).toEqual([]);
    expect(after([1, 9, 1, 1])).toEqual([]);
    expect(after([1, 1, 1, 9])).toEqual([{ inAlarm: false, atMs: START + 60_000 }]);
  });

  it("about anomalies listens to the detections that were chosen, and to no other", () => {
    const listens = (uts_ad_enabled: boolean, threshold_ad_enabled: boolean) =>
      alarmMetric({
        function: "anomalous_for_time_period",
        arguments: { tag_name: "speed", period: 0, uts_ad_enabled, threshold_ad_enabled },
      });
    expect([listens(true, true), listens(true, false), listens(false, true)]).toEqual([
      "speed_ad_flag",
      "speed_ad_uts",
      "speed_ad_threshold",
    ]);
  });
});
