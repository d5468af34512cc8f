/**
 * Anomaly detection: what a sample costs and how many bytes a tag's state has; how well UTS detection does on machine
 * series of our own and, with --nab FOLDER, on the Numenta Anomaly Benchmark (a clone of github.com/numenta/NAB; none
 * of it is kept here). Always the product's defaults and one flag. docs/detection.md has the figures.
 */
import { parseArgs } from "node:util";
import {
  encodeSummary,
  judgeThreshold,
  summarizeDay,
  thresholdBounds,
} from "#app/domain/detection/threshold.ts";
import { STATE_BYTES } from "#app/domain/detection/uts-state.ts";
import { UtsDetector } from "#app/domain/detection/uts-detector.ts";
import { machineSeries } from "./_machine-series.ts";
import {
  isTuningHalf,
  PROFILES,
  readNab,
  rescorePublished,
  scoreAll,
  type NabFile,
  type Total,
} from "./_nab.ts";

export const about = "anomaly detection: cost, bytes of state, machine series; --nab FOLDER scores";

type Judged = NabFile & { states?: (string | null)[] | null };
type Copy = { name: string; of: (file: Judged) => Judged };

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { nab: { type: "string" } } });
  const machines = machineSeries(2);
  await Promise.resolve();
  cost(machines);
  thresholdCost();

  const clean = machines.filter(({ windows }) => windows.length === 0);
  const alarms = clean.map((file) => flagsOf(file).slice(750).filter(Boolean).length);
  console.log("\nMachine series of our own, 2 of each kind and fault");
  tell("as they are", scoreOf(machines));
  console.log(
    `  ${clean.length} clean ones: ${alarms.filter((count) => count === 0).length} without an alarm, ` +
      `${alarms.filter((count) => count === 1).length} with one, at most ${Math.max(...alarms)}`,
  );
  for (const { name, of } of COPIES) tell(name, scoreOf(machines.map(of)));

  if (values.nab === undefined) return console.log("\n--nab FOLDER scores on NAB too.");
  const files = readNab(values.nab);
  console.log(`\nNAB, ${files.length} files`);
  for (const profile of PROFILES) tell(profile.name, scoreAll(files, flagsOf, profile));
  tell("the half for tuning", scoreOf(files.filter(({ name }) => isTuningHalf(name))));
  tell("the half kept aside", scoreOf(files.filter(({ name }) => !isTuningHalf(name))));
  for (const { name, of } of COPIES) tell(name, scoreOf(files.map(of)));
  console.log("\nNAB's published detectors, by this scorer and as published (standard)");
  for (const { detector, profile, ours, published } of rescorePublished(values.nab, files))
    if (profile === "standard")
      console.log(`  ${detector.padEnd(22)}${ours.toFixed(4)}  ${published.toFixed(4)}`);
}

const thinned = (every: number): Copy => ({
  name: `every ${every === 2 ? "2nd" : "3rd"} sample`,
  of: (file) => {
    const keep = (_: unknown, row: number): boolean => row % every === 0;
    const rows = Math.ceil(file.values.length / every);
    const place = (row: number): number => Math.min(rows - 1, Math.ceil(row / every));
    return {
      ...file,
      timesMs: file.timesMs.filter(keep),
      values: file.values.filter(keep),
      states: file.states?.filter(keep) ?? null,
      windows: file.windows.map(({ from, to }) => ({ from: place(from), to: place(to) })),
    };
  },
});
const mapped = (name: string, map: (value: number) => number): Copy => ({
  name,
  of: (file) => ({ ...file, values: file.values.map(map) }),
});
const COPIES: readonly Copy[] = [
  mapped("scaled by 1,000", (value) => value * 1_000),
  mapped("shifted by 12,345", (value) => value + 12_345),
  mapped("mirrored", (value) => -value),
  thinned(2),
  thinned(3),
];

const scoreOf = (files: readonly Judged[]): Total => scoreAll(files, flagsOf, PROFILES[0]!);

function flagsOf(file: Judged): Uint8Array {
  const detector = new UtsDetector();
  const states = [...new Set(file.states ?? [])];
  return Uint8Array.from(file.values, (value, row) => {
    const state = file.states?.[row] ?? null;
    const number = state === null ? null : states.indexOf(state);
    return Number(detector.judge(file.timesMs[row]!, value, number).flag);
  });
}

function tell(name: string, { score, found, windows, falseRows, rows }: Total): void {
  const rate = ((1_000 * falseRows) / rows).toFixed(2);
  console.log(
    `  ${name.padEnd(22)}${score.toFixed(1).padStart(5)}  ${found} of ${windows} found, ` +
      `${falseRows} false alarms, ${rate} per 1,000 rows`,
  );
}

/** By the process' own time, which other programs on the machine do not change. */
function cost(files: readonly Judged[]): void {
  const samples = files.reduce((sum, { values }) => sum + values.length, 0);
  const rounds: number[] = [];
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    for (const file of files) flagsOf(file);
    rounds.push(process.cpuUsage(before).user / samples);
  }
  console.log(`UTS: ${Math.min(...rounds).toFixed(2)} µs a sample, ${STATE_BYTES} bytes a tag`);
}

/** 30 days at 1 Hz of a tag with a value of its own in each sample: the most that a summary holds. */
function thresholdCost(): void {
  const day = Float64Array.from({ length: 86_400 }, (_, at) => Math.sin(at * at));
  const before = process.cpuUsage();
  const days = Array.from({ length: 30 }, () => summarizeDay(day));
  const summed = process.cpuUsage(before).user;
  const bounds = thresholdBounds(days, { lower: 0.1, upper: 99.9 });
  const merged = process.cpuUsage(before).user - summed;
  const judging = process.cpuUsage();
  let outside = 0;
  for (let round = 0; round < 30; round++)
    for (const value of day) if (judgeThreshold(value, bounds) !== null) outside++;
  const judged = process.cpuUsage(judging).user;
  const samples = 30 * day.length;
  console.log(
    `Threshold: ${((judged + summed) / samples).toFixed(3)} µs a sample (${(judged / samples).toFixed(3)} to judge, ` +
      `${(summed / samples).toFixed(3)} to sum up), ${encodeSummary(days[0]!).length} bytes a day, ` +
      `${(merged / 1_000).toFixed(0)} ms for a day's bounds; ${outside} of ${samples} outside`,
  );
}
