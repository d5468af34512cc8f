/**
 * How long an alarm takes to be tried on the past: 30 days of a value each second with the machine's state, packed and
 * rolled up as a plant's store is, by the recorder, the reader and the use case in this process. Target: 2 s.
 */
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { tryRule } from "#app/features/alarms/try-alarm.server.ts";
import { fraction } from "#simulator/random.ts";
import { recorderBench, DEVICE } from "#workers/ingest/recorder/testing/recorder-bench.ts";

export const about =
  "an alarm tried on 30 days of a value each second: ms by how much of it may meet the alarm";

const DAYS = 30;
const SECOND_MS = 1_000;
const ROUNDS = 5;
const SEED = 94;
/** In each hour 20 minutes at a peak of its own, 200 to 300, else anything up to 100: so many hours of a hundred may meet the threshold. */
const THRESHOLDS = { "no hour": 300, "1 %": 299, "5 %": 295, "20 %": 280, "each hour": 50 };

export async function run(): Promise<void> {
  const START = Date.UTC(2026, 5, 1);
  const bench = recorderBench(START + HOUR_MS);
  const from = performance.now();
  for (let hour = 0; hour < DAYS * 24; hour++) {
    const startMs = START + hour * HOUR_MS;
    const times = Array.from({ length: 3_600 }, (_, second) => startMs + second * SECOND_MS);
    const peak = 200 + 100 * fraction(SEED, hour);
    const values = times.map((_, second) =>
      second > 600 && second < 1_800
        ? peak
        : Math.round(100 * fraction(SEED + 1, hour * 3_600 + second)),
    );
    const states = times.map((_, second) => (second % 600 === 0 ? 3 + (hour % 2) : null));
    await bench.post([{ times, tags: { current: values, machine_state: states } }]);
    bench.advance(HOUR_MS);
    if (hour % 24 === 23) await bench.settle();
  }
  console.log(`loaded in ${((performance.now() - from) / 1_000).toFixed(0)} s`);
  for (const [share, threshold] of Object.entries(THRESHOLDS)) {
    const rule = {
      function: "value_threshold_for_time_period_in_state" as const,
      arguments: {
        tag_name: "current",
        period: 60_000,
        machine_states: [3],
        comp: ">" as const,
        threshold,
      },
    };
    const deps = { series: bench.reader, now: bench.nowMs() };
    const rounds: number[] = [];
    let said = "";
    for (let round = 0; round < ROUNDS; round++) {
      const before = performance.now();
      const { raised, fromMs, untilMs } = await tryRule(deps, DEVICE, rule);
      rounds.push(performance.now() - before);
      said = `raised ${raised} times in ${((untilMs - fromMs) / DAY_MS).toFixed(1)} days`;
    }
    rounds.sort((a, b) => a - b);
    console.log(
      `${share.padEnd(10)} ${rounds[ROUNDS >> 1]!.toFixed(0)} ms, at most ${rounds.at(-1)!.toFixed(0)} ms; ${said}`,
    );
  }
}
