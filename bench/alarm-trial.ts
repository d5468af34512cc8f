/**
 * How long an alarm takes to be tried on the past: 30 days, packed and rolled up as a plant's store is, by the recorder, the
 * reader and the use case in this process. Target: 2 s.
 *
 * `npm run bench -- alarm-trial` tries an alarm about a value each second with the machine's state; with `anomalies` alarms
 * about what both detections found, of a machine with 60 judged tags.
 */
import type { AlarmArguments } from "#app/domain/alarms/types.ts";
import type { TrialRule } from "#app/domain/alarms/trial.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#app/domain/durations.ts";
import { tryRule } from "#app/features/alarms/try-alarm.server.ts";
import { fraction } from "#simulator/random.ts";
import {
  recorderBench,
  DEVICE,
  type RecorderBench,
} from "#workers/ingest/recorder/testing/recorder-bench.ts";

export const about =
  "an alarm tried on the past 30 days, about a value each second, or (anomalies) what was found in one of 60 tags";

const DAYS = 30;
/** The load takes minutes, most of all that of 20 million judged values: it says how far it is. */
const TOLD_DAYS = 5;
const ROUNDS = 5;
const SEED = 94;

export const run = (args: string[]): Promise<void> =>
  args.includes("anomalies") ? tryAnomalies() : tryValues();

/** In each hour 20 minutes at a peak of its own, 200 to 300, else anything up to 100: so many hours of a hundred may meet the threshold. */
const THRESHOLDS = { "no hour": 300, "1 %": 299, "5 %": 295, "20 %": 280, "each hour": 50 };

async function tryValues(): Promise<void> {
  const bench = await load((bench, hour, startMs) => {
    const times = Array.from({ length: 3_600 }, (_, second) => startMs + second * SECOND_MS);
    const peak = 200 + 100 * fraction(SEED, hour);
    const values = times.map((_, second) =>
      second > 600 && second < 1_800
        ? peak
        : Math.round(100 * fraction(SEED + 1, hour * 3_600 + second)),
    );
    const states = times.map((_, second) => (second % 600 === 0 ? 3 + (hour % 2) : null));
    return bench.post([{ times, tags: { current: values, machine_state: states } }]);
  });
  for (const [share, threshold] of Object.entries(THRESHOLDS))
    await time(bench, share, {
      function: "value_threshold_for_time_period_in_state",
      arguments: {
        ...{ tag_name: "current", period: 60_000, machine_states: [3] },
        ...{ comp: ">", threshold },
      },
    });
}

const TAGS = 60;
/** Of the tags that are not tried. */
const SLOW_MS = 20 * SECOND_MS;
/**
 * Tags with a value each second. Of `every` so many hours one has 20 minutes far beyond the bounds; the bounds leave out as many
 * values, so that these stay unusual. `isSent`: the sampler says of each second whether it is abnormal.
 */
const TRIED: Record<string, { every: number; upper: number; isSent?: boolean }> = {
  "no hour": { every: Infinity, upper: 99.9 },
  "1 %": { every: 100, upper: 99.5 },
  "20 %": { every: 5, upper: 92 },
  "each hour": { every: 1, upper: 64 },
  "each hour, sent": { every: 1, upper: 64, isSent: true },
};
const LEARNED_DAYS = 1;
const USUAL = { period: 60_000, uts_ad_enabled: true, threshold_ad_enabled: true };
const RULES: Record<string, Partial<AlarmArguments>> = {
  "both detections": {},
  "by its bounds alone": { uts_ad_enabled: false },
  "by UTS alone": { threshold_ad_enabled: false },
  "both, off after 5 min": { delay_off: 300_000 },
};

async function tryAnomalies(): Promise<void> {
  const tags = Array.from({ length: TAGS - Object.keys(TRIED).length }, (_, n) => `slow ${n}`);
  const bench = await load((bench, hour, startMs) => {
    if (hour === 0) {
      const rule = (upper: number) => ({ threshold: { lower: 0.1, upper }, uts: true });
      const off = { threshold: null, uts: false };
      const tried = Object.entries(TRIED).flatMap(([tag, { upper, isSent }]) => [
        [tag, rule(upper)] as const,
        ...(isSent ? [[`${tag}_ad_flag`, off] as const] : []),
      ]);
      const others = tags.map((tag) => [tag, rule(99.9)] as const);
      bench.judge(Object.fromEntries([...tried, ...others]));
    }
    const times = Array.from({ length: 3_600 }, (_, second) => startMs + second * SECOND_MS);
    const value = (tag: number, second: number) =>
      Math.round(100 * fraction(SEED + tag, hour * 3_600 + second)) / 10;
    const isFault = (every: number, second: number) =>
      hour >= LEARNED_DAYS * 24 && hour % every === 0 && second > 600 && second < 1_800;
    const tried = Object.entries(TRIED).flatMap(([tag, { every, isSent }], n) => [
      [tag, times.map((_, second) => (isFault(every, second) ? 200 : value(n, second)))],
      ...(isSent
        ? [[`${tag}_ad_flag`, times.map((_, second) => (isFault(every, second) ? 1 : 0))]]
        : []),
    ]);
    const slow = times.filter((timeMs) => timeMs % SLOW_MS === 0);
    const others = tags.map((tag, n) => [tag, slow.map((_, at) => value(100 + n, at))]);
    return bench.post([
      { times, tags: Object.fromEntries(tried) },
      { times: slow, tags: Object.fromEntries(others) },
    ]);
  });
  for (const [said, more] of Object.entries(RULES))
    for (const tag of Object.keys(TRIED))
      await time(bench, `${said}, ${tag}`, {
        function: "anomalous_for_time_period",
        arguments: { ...USUAL, tag_name: tag, ...more },
      });
}

/** Loads hour by hour, and packs day by day. */
async function load(
  post: (bench: RecorderBench, hour: number, startMs: number) => Promise<unknown>,
): Promise<RecorderBench> {
  const START = Date.UTC(2026, 5, 1);
  const bench = recorderBench(START + HOUR_MS);
  const from = performance.now();
  for (let hour = 0; hour < DAYS * 24; hour++) {
    await post(bench, hour, START + hour * HOUR_MS);
    bench.advance(HOUR_MS);
    if (hour % 24 !== 23) continue;
    await bench.settle();
    const [days, seconds] = [(hour + 1) / 24, (performance.now() - from) / SECOND_MS];
    if (days % TOLD_DAYS === 0)
      console.log(`${days} of ${DAYS} days loaded in ${seconds.toFixed(0)} s`);
  }
  return bench;
}

async function time(bench: RecorderBench, what: string, rule: TrialRule): Promise<void> {
  const deps = { series: bench.reader, now: bench.nowMs() };
  const rounds: number[] = [];
  const spent: number[] = [];
  let said = "";
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now();
    const cpu = process.cpuUsage();
    const { raised, fromMs, untilMs } = await tryRule(deps, DEVICE, rule);
    rounds.push(performance.now() - before);
    const { user, system } = process.cpuUsage(cpu);
    spent.push((user + system) / 1_000);
    said = `raised ${raised} times in ${((untilMs - fromMs) / DAY_MS).toFixed(1)} days`;
  }
  const middle = (figures: number[]) => figures.sort((a, b) => a - b)[ROUNDS >> 1]!.toFixed(0);
  console.log(
    `${what.padEnd(34)} ${middle(rounds)} ms (${middle(spent)} ms of a core), at most ${rounds.at(-1)!.toFixed(0)} ms; ${said}`,
  );
}
