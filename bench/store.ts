/**
 * Bytes per raw point of what a machine's recorder keeps, and the processor time of keeping it: days of machines go
 * through the recorder itself, batch by batch as samplers post them; its hours are sealed, its days packed and rolled up,
 * with a store in memory. Every value of the day is read back from the packed file and compared with what was sent.
 *
 * Files of hours hold a quarter and of days a year, so their share of a day is taken from a machine of its own, 92 days at
 * one scan a minute. Node's V8 stands in for workerd's. Needs no server.
 */
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { readSegment } from "#app/storage/segment-read.ts";
import {
  recorderBench,
  type RecorderBench,
} from "#workers/ingest/recorder/testing/recorder-bench.ts";
import { Machine, METRICS_PER_MACHINE, quantile, takeFrame } from "./_workload.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

export const about =
  "bytes per raw point of hours, days and roll-ups, values compared, and processor time of sealing and packing";

const TARGETS = {
  hourFiles: 0.27,
  dayFiles: 0.21,
  withRollups: 0.27,
  sealMs: 250,
  packMs: 1500,
} as const;
/** The first day of a quarter. */
const START_MS = Date.UTC(2026, 6, 1);
const SCANS_PER_BATCH = 10;

type Day = {
  points: number;
  hourBytes: number;
  dayBytes: number;
  minuteBytes: number;
  sealMs: number[];
  packMs: number;
};

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { machines: { type: "string", default: "3" } } });
  const machines = Number(values.machines);
  if (!(machines >= 1 && machines <= 20)) throw new Error("--machines takes 1 to 20");
  const days: Day[] = [];
  for (let seed = 1; seed <= machines; seed++) {
    days.push(await keepDay(seed));
    process.stderr.write(`${seed} `);
  }
  process.stderr.write("\n");
  report(days, await keepQuarter());
}

async function post(bench: RecorderBench, frame: ReturnType<typeof takeFrame>): Promise<void> {
  const answer = await bench.post([frame]);
  if (answer.status !== "stored" || answer.rejected.length > 0)
    throw new Error(`a batch was answered ${JSON.stringify(answer)}`);
}

async function keepDay(seed: number): Promise<Day> {
  const bench = recorderBench(START_MS);
  const machine = new Machine(seed);
  const sent = new Map<string, number[]>(machine.metrics.map(({ name }) => [name, []]));
  const day: Day = { points: 0, hourBytes: 0, dayBytes: 0, minuteBytes: 0, sealMs: [], packMs: 0 };
  for (let hour = 0; hour < 24; hour++) {
    for (
      let at = START_MS + hour * HOUR_MS;
      at < START_MS + (hour + 1) * HOUR_MS;
      at += SCANS_PER_BATCH * 1000
    ) {
      bench.advance(at + SCANS_PER_BATCH * 1000 - bench.nowMs());
      const frame = takeFrame(machine, at, SCANS_PER_BATCH);
      for (const [name, values] of Object.entries(frame.tags))
        for (const value of values) sent.get(name)!.push(Number(value));
      day.points += SCANS_PER_BATCH * METRICS_PER_MACHINE;
      await post(bench, frame);
    }
    bench.advance(5 * 60_000);
    const before = process.cpuUsage();
    await bench.recorder().upkeep.seal(START_MS + hour * HOUR_MS);
    day.sealMs.push(milliseconds(before));
    bench.advance(-5 * 60_000);
  }
  day.hourBytes = bytesOf(bench, "recorder_sealed");
  bench.advance(HOUR_MS);
  const before = process.cpuUsage();
  await bench.settle();
  day.packMs = milliseconds(before);
  const key = (prefix: string) =>
    bench.store
      .keys()
      .filter((name) => name.startsWith(prefix))
      .at(-1)!;
  const packed = bench.store.keys().find((name) => name.includes("/day-"))!;
  day.dayBytes = await sizeOf(bench, packed);
  day.minuteBytes = await sizeOf(bench, key("rollup/1m/"));
  const read = await readSegment(
    bench.store,
    packed,
    machine.metrics.map(({ name }) => name),
  );
  for (const [name, values] of sent) {
    const column = read[name];
    if (
      !column ||
      column.values.length !== values.length ||
      values.some((value, at) => column.values[at] !== value)
    )
      throw new Error(`${name} did not come back as it was sent`);
  }
  return day;
}

/** Bytes that files of hours and of days take per machine-day. */
async function keepQuarter(): Promise<{ hours: number; days: number }> {
  const bench = recorderBench(START_MS + 92 * DAY_MS);
  const machine = new Machine(1);
  for (let at = START_MS; at < START_MS + 92 * DAY_MS; at += 2 * HOUR_MS) {
    await post(bench, takeFrame(machine, at, 120, 60_000));
    if ((at - START_MS) % DAY_MS === 22 * HOUR_MS) {
      bench.advance(30_000);
      await bench.settle();
    }
  }
  // Into the next year, when the year's file is written too.
  for (const waitMs of [HOUR_MS, 4 * DAY_MS, 100 * DAY_MS]) {
    bench.advance(waitMs);
    await bench.settle();
  }
  const share = async (prefix: string) =>
    (await sizeOf(
      bench,
      bench.store.keys().find((name) => name.startsWith(prefix))!,
    )) / 92;
  return { hours: await share("rollup/1h/"), days: await share("rollup/1d/") };
}

const sizeOf = async (bench: RecorderBench, key: string): Promise<number> =>
  (await bench.store.get(key))!.size;
const bytesOf = (bench: RecorderBench, kind: "recorder_sealed"): number =>
  bench.events.reduce((sum, event) => sum + (event.event === kind ? event.bytes : 0), 0);
const milliseconds = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

function report(days: readonly Day[], quarter: { hours: number; days: number }): void {
  const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0);
  const points = sum((day) => day.points);
  const per = (bytes: number) => (bytes / points).toFixed(4);
  const files = sum(({ dayBytes }) => dayBytes);
  const [minutes, hours, dayRows] = [
    sum(({ minuteBytes }) => minuteBytes),
    quarter.hours * days.length,
    quarter.days * days.length,
  ];
  const seals = days.flatMap(({ sealMs }) => sealMs);
  const packs = days.map(({ packMs }) => packMs);
  console.log(
    `${days.length} machine-days, ${points.toLocaleString("en-US")} raw points, every value read back equal, on ${cpus().length} × ${cpus()[0]?.model ?? "unknown CPU"}, Node ${process.version}\n`,
  );
  const rows: [string, string, string][] = [
    [
      "bytes per raw point, hour files",
      per(sum(({ hourBytes }) => hourBytes)),
      `target ${TARGETS.hourFiles}`,
    ],
    ["bytes per raw point, day files", per(files), `target ${TARGETS.dayFiles}`],
    ["  minutes", per(minutes), ""],
    ["  hours", per(hours), ""],
    ["  days", per(dayRows), ""],
    [
      "bytes per raw point, with all roll-ups",
      per(files + minutes + hours + dayRows),
      `target ${TARGETS.withRollups}`,
    ],
    [
      "CPU of sealing an hour, median / worst",
      `${quantile(seals, 0.5).toFixed(0)} / ${Math.max(...seals).toFixed(0)} ms`,
      `target ${TARGETS.sealMs} ms`,
    ],
    [
      "CPU of packing a day, median / worst",
      `${quantile(packs, 0.5).toFixed(0)} / ${Math.max(...packs).toFixed(0)} ms`,
      `target ${TARGETS.packMs} ms, its minutes' file included`,
    ],
  ];
  for (const [name, value, target] of rows)
    console.log(`${name.padEnd(42)} ${value.padStart(14)}   ${target}`);
}
