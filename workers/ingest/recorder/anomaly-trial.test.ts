/** An anomaly alarm tried on the past says what the recorder's own alarm did when the samples came. */
import { beforeAll, describe, expect, it } from "vitest";
import type { AlarmRule } from "#app/domain/alarms/judge.ts";
import type { AlarmArguments } from "#app/domain/alarms/types.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { tryRule } from "#app/features/alarms/try-alarm.server.ts";
import { recorderBench, type RecorderBench } from "./testing/recorder-bench.ts";

const START = Date.UTC(2026, 2, 2);
const LEARNED_DAYS = 4;
const LAST_DAY = START + LEARNED_DAYS * DAY_MS;
const TAG = "dryer_temp";
/** Sent with its flag by the sampler, which judges in its own way. */
const SENT = "feed_gap";
const BATCH_MS = 4 * MINUTE_MS;

let seed = 4;
const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
/** Minutes of the last day in which the values are far off; in [600, 620) the machine is silent. */
const FAULTS = [
  [200, 290],
  [400, 412],
  [415, 440],
  [500, 501],
  [590, 640],
  [900, 940],
] as const;
const isFault = (minute: number): boolean =>
  FAULTS.some(([from, to]) => minute >= from && minute < to);
const isSilent = (minute: number): boolean => minute >= 600 && minute < 620;

const rule = (id: number, more: Partial<AlarmArguments>): AlarmRule => ({
  ...{ id, function: "anomalous_for_time_period", inAlarm: false },
  arguments: {
    ...{ tag_name: TAG, period: 10 * MINUTE_MS },
    ...{ uts_ad_enabled: true, threshold_ad_enabled: true, ...more },
  },
});
const RULES = [
  rule(1, {}),
  rule(2, { uts_ad_enabled: false }),
  rule(3, { threshold_ad_enabled: false, period: MINUTE_MS }),
  rule(4, { uts_ad_enabled: false, delay_off: 5 * MINUTE_MS }),
  rule(5, { tag_name: SENT, threshold_ad_enabled: false }),
  rule(6, { tag_name: SENT }),
];

let bench: RecorderBench;

beforeAll(async () => {
  bench = recorderBench(START);
  const detection = { threshold: { lower: 0.1, upper: 99.9 }, uts: true };
  bench.judge({
    [TAG]: detection,
    [SENT]: detection,
    [`${SENT}_ad_flag`]: { threshold: null, uts: false },
  });
  const post = async (fromMs: number, toMs: number, isLast: boolean) => {
    const times: number[] = [];
    for (let at = fromMs; at < toMs; at += MINUTE_MS)
      if (!isLast || !isSilent((at - LAST_DAY) / MINUTE_MS)) times.push(at);
    bench.advance(toMs - bench.nowMs());
    if (times.length === 0) return;
    const isOff = (at: number) => isLast && isFault((at - LAST_DAY) / MINUTE_MS);
    const values = times.map((at) => (isOff(at) ? 200 : Math.round(random() * 100) / 10));
    const tags = { [TAG]: values, [SENT]: values };
    const sent = {
      [`${SENT}_ad_flag`]: times.map((at) => (at % HOUR_MS < 20 * MINUTE_MS ? 1 : 0)),
    };
    await bench.post([{ times, tags: isLast ? { ...tags, ...sent } : tags }]);
  };
  for (let day = 0; day < LEARNED_DAYS; day++) {
    await post(START + day * DAY_MS, START + (day + 1) * DAY_MS, false);
    await bench.settle();
  }
  bench.alarm(RULES);
  for (let at = LAST_DAY; at < LAST_DAY + DAY_MS; at += BATCH_MS) {
    await post(at, at + BATCH_MS, true);
    await bench.recorder().judgeAlarms();
    if (at % HOUR_MS === 0) await bench.settle();
    if (at % (5 * HOUR_MS) === 0) bench.restart();
  }
});

/** Of the recorder's own alarm. */
function lived(id: number) {
  const spans: { startMs: number; endMs: number | null }[] = [];
  for (const { inAlarm, atMs } of bench.transitions.filter((one) => one.id === id))
    if (inAlarm) spans.push({ startMs: atMs, endMs: null });
    else spans.at(-1)!.endMs = atMs;
  return spans;
}
const tried = (wanted: AlarmRule) =>
  tryRule({ series: bench.reader, now: bench.nowMs() }, 1, wanted);

describe("an anomaly alarm tried on the past", () => {
  it.each(RULES.map((each) => [each.id, each] as const))(
    "is raised and ended as rule %i was",
    async (id, wanted) => {
      const expected = lived(id);
      expect(expected.length).toBeGreaterThan(1);
      expect((await tried(wanted)).spans).toEqual(expected);
    },
  );

  it("waits before it goes off, and then does", () => {
    const at = (minute: number) => LAST_DAY + minute * MINUTE_MS;
    // The faults of 400 and 415 are one alarm; each ends five minutes after its fault.
    expect(lived(4)).toEqual([
      { startMs: at(210), endMs: at(295) },
      { startMs: at(410), endMs: at(445) },
      { startMs: at(630), endMs: at(645) },
      { startMs: at(910), endMs: at(945) },
    ]);
  });

  it("says since when a detection judged it, and that nothing did", async () => {
    const { fromMs, raised } = await tried(rule(7, { tag_name: "unknown" }));
    expect([fromMs, raised]).toEqual([LAST_DAY + DAY_MS + HOUR_MS, 0]);
    const { fromMs: sinceMs, points } = await tried(RULES[1]!);
    expect(sinceMs).toBe(START);
    const abnormal = points.filter((point) => point.abnormal).map(({ timeMs }) => timeMs);
    expect(abnormal).toContain(LAST_DAY + 3 * HOUR_MS);
    expect(abnormal.length).toBeLessThan(40);
  });
});
