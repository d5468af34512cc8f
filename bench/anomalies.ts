/**
 * How long the anomaly explorer's answer takes: 60 mapped tags in six sections, sampled each ten minutes for 90 days and each
 * minute in the last week, with faults, packed and rolled up, by recorder, reader and use case in this process. Targets:
 * 300 ms for a week, 1 s for 90 days.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { searchAnomalies } from "#app/features/analytics/anomalies/summarize-anomalies.server.ts";
import { fraction } from "#simulator/random.ts";
import { DEVICE, recorderBench } from "#workers/ingest/recorder/testing/recorder-bench.ts";

export const about = "the anomaly explorer's answer for 60 tags over a week and over 90 days, ms";

const DAYS = 90;
const START = Date.UTC(2026, 5, 1);
const END = START + DAYS * DAY_MS;
const TAGS = Array.from({ length: 60 }, (_, tag) => `tag_${tag}`);
const SECTIONS = ["Feeder", "Printer", "Die cutter", "Folder", "Ejector", "Dryer"];
const ROUNDS = 11;

export async function run(): Promise<void> {
  const bench = recorderBench(START);
  const rule = { threshold: { lower: 0.1, upper: 99.9 }, uts: false };
  bench.judge(Object.fromEntries(TAGS.map((tag) => [tag, rule])));
  const from = performance.now();
  for (let dayMs = START; dayMs < END; dayMs += DAY_MS) {
    const stepMs = dayMs < END - 8 * DAY_MS ? 10 * MINUTE_MS : MINUTE_MS;
    bench.advance(dayMs + DAY_MS - bench.nowMs());
    for (let partMs = dayMs; partMs < dayMs + DAY_MS; partMs += 6 * HOUR_MS) {
      const rows = (6 * HOUR_MS) / stepMs;
      const times = Array.from({ length: rows }, (_, row) => partMs + row * stepMs);
      const tags = Object.fromEntries(
        TAGS.map((tag, at) => [tag, times.map((timeMs) => valueOf(at, timeMs))]),
      );
      await bench.post([{ times, tags: { ...tags, machine_state: times.map(() => 4) } }]);
    }
    bench.advance(2 * HOUR_MS);
    await bench.settle();
  }
  console.log(`loaded in ${((performance.now() - from) / 1_000).toFixed(0)} s`);
  const mapped = TAGS.map((tag, at) => ({ tag, section: SECTIONS[at % SECTIONS.length]! }));
  const detection = () => Promise.resolve(bench.recorder().detection());
  const deps = { series: bench.reader, recorder: () => ({ detection }) };
  for (const [name, days] of [
    ["a week", 7],
    ["90 days", DAYS],
  ] as const) {
    const rounds: number[] = [];
    const cpu: number[] = [];
    let said = "";
    for (let round = 0; round < ROUNDS; round++) {
      const [before, used] = [performance.now(), process.cpuUsage()];
      const { gets } = bench.store.counts;
      const { count, together } = await searchAnomalies(deps, DEVICE, mapped, {
        ...{ startMs: END - days * DAY_MS, endMs: END, moreThan: 0, lessThan: 1 },
        ...{ sort: { field: "value", isDescending: true }, page: 1, pageSize: 20 },
      });
      rounds.push(performance.now() - before);
      const { user, system } = process.cpuUsage(used);
      cpu.push((user + system) / 1_000);
      said = `${count} of ${TAGS.length} abnormal, ${together.length} at once; ${bench.store.counts.gets - gets} reads`;
    }
    rounds.sort((a, b) => a - b);
    cpu.sort((a, b) => a - b);
    console.log(
      `${name}: median ${rounds[ROUNDS >> 1]!.toFixed(0)} ms, at most ${rounds.at(-1)!.toFixed(0)} ms, ${cpu[ROUNDS >> 1]!.toFixed(0)} ms of processor time; ${said}`,
    );
  }
}

/** A daily shape with noise; on every third day a section is beyond it for 40 minutes. */
function valueOf(tag: number, timeMs: number): number {
  const [day, into] = [Math.floor(timeMs / DAY_MS), timeMs % DAY_MS];
  const isBeyond =
    day % 3 === 0 &&
    Math.floor(day / 3) % SECTIONS.length === tag % SECTIONS.length &&
    into > 10 * HOUR_MS &&
    into < 10 * HOUR_MS + 40 * MINUTE_MS;
  const shape = 50 + 5 * Math.sin((2 * Math.PI * into) / DAY_MS + tag);
  const noise = 4 * fraction(tag + 1, Math.floor(timeMs / 1_000));
  return Math.round((shape + noise + (isBeyond ? 30 : 0)) * 10) / 10;
}
