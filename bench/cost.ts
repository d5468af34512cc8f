/**
 * What a machine costs a month at Cloudflare's list prices, with nothing of what a plan includes taken off: its days go
 * through parser and recorder, posted every 10 s and every 60 s, and everything that is billed is counted: requests,
 * processor time, rows, objects put and read, bytes kept. The alarm is taken to ring, and to be set, once for each piece of
 * upkeep. A month's bytes are those of two years of minutes and 90 days of samples.
 *
 * An object that only waits is not billed for time (Cloudflare, Durable Objects pricing, November 2026). Node's V8 stands
 * in for workerd's. Reading pages and pushing live values come on top: they go by readers, not by machines. Needs no server.
 */
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { recorderBench } from "#workers/ingest/recorder/testing/recorder-bench.ts";
import { Machine, METRICS_PER_MACHINE, takeFrame } from "./_workload.ts";
import { DAY_MS } from "#app/domain/durations.ts";

export const about = "dollars per machine-month at list prices, posted every 10 s and every 60 s";

const TARGETS: Record<number, number> = { 10: 0.45, 60: 0.1 };
const DAYS_PER_MONTH = 30;
const MILLION = 1e6;
/** Dollars, November 2026. */
const PRICES = {
  workerRequest: 0.3 / MILLION,
  workerMs: 0.02 / MILLION,
  objectRequest: 0.15 / MILLION,
  /** Of an object of 128 MB that is at work. */
  objectSecond: (12.5 / MILLION) * 0.128,
  rowRead: 0.001 / MILLION,
  rowWritten: 1 / MILLION,
  sqliteGigabyteMonth: 0.2,
  r2Put: 4.5 / MILLION,
  r2Get: 0.36 / MILLION,
  r2GigabyteMonth: 0.015,
} as const;
const START_MS = Date.UTC(2026, 6, 1);

type Item = { name: string; perMonth: number; unit: string; dollars: number };

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { days: { type: "string", default: "2" } } });
  const days = Number(values.days);
  if (!(days >= 1 && days <= 10)) throw new Error("--days takes 1 to 10");
  for (const seconds of [10, 60]) report(seconds, await costOf(days, seconds), days);
}

async function costOf(days: number, secondsPerPost: number): Promise<Item[]> {
  const bench = recorderBench(START_MS);
  const machine = new Machine(1);
  let parseMs = 0;
  let atWorkMs = 0;
  let posts = 0;
  const timed = async <T>(work: () => Promise<T> | T): Promise<[T, number]> => {
    const before = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    return [result, (user + system) / 1000];
  };
  const live = async (untilMs: number) => {
    while (bench.nowMs() < untilMs) {
      const frame = takeFrame(machine, bench.nowMs(), secondsPerPost);
      bench.advance(secondsPerPost * 1000);
      const body = JSON.stringify({ batch_id: "b", frames: [frame], buffered: 0, dropped: 0 });
      const [bytes, parse] = await timed(() => bench.parse(body));
      const [answer, work] = await timed(() => bench.postBytes(bytes));
      if (answer.status !== "stored" || answer.rejected.length > 0)
        throw new Error(`a batch was answered ${JSON.stringify(answer)}`);
      atWorkMs += work;
      parseMs += parse;
      posts++;
      if (bench.recorder().upkeep.nextDueMs <= bench.nowMs())
        atWorkMs += (await timed(() => bench.settle()))[1];
    }
  };
  // The first day has nothing to pack yet.
  await live(START_MS + DAY_MS);
  const before = { ...bench.store.counts, ...bench.storage.counts() };
  [parseMs, atWorkMs, posts, bench.events.length] = [0, 0, 0, 0];
  await live(START_MS + (days + 1) * DAY_MS);
  const { gets, puts, rowsRead, rowsWritten, bytes } = {
    ...bench.store.counts,
    ...bench.storage.counts(),
  };
  const { storedBytes } = bench.recorder().status();

  const monthly = (count: number) => (count / days) * DAYS_PER_MONTH;
  // What a sweep deletes is free; that it rings is not, and it does once for each piece of work that replaces something.
  const rings = bench.events.length * 2;
  const item = (name: string, count: number, unit: string, price: number): Item => ({
    name,
    perMonth: monthly(count),
    unit,
    dollars: monthly(count) * price,
  });
  const keptGigabytes = ((storedBytes / (days + 1)) * 90 * 1.3) / 1e9;
  return [
    item("requests to the Worker", posts, "", PRICES.workerRequest),
    item("its processor time", parseMs, "ms", PRICES.workerMs),
    item("requests to the recorder, alarms", posts + rings, "", PRICES.objectRequest),
    item("its time at work", atWorkMs / 1000, "s", PRICES.objectSecond),
    item(
      "rows written, alarms set",
      rowsWritten - before.rowsWritten + rings,
      "",
      PRICES.rowWritten,
    ),
    item("rows read", rowsRead - before.rowsRead, "", PRICES.rowRead),
    {
      name: "kept by the recorder",
      perMonth: bytes / 1e6,
      unit: "MB",
      dollars: (bytes / 1e9) * PRICES.sqliteGigabyteMonth,
    },
    item("objects put", puts - before.puts, "", PRICES.r2Put),
    item("objects read", gets - before.gets, "", PRICES.r2Get),
    {
      name: "kept in objects",
      perMonth: keptGigabytes * 1e3,
      unit: "MB",
      dollars: keptGigabytes * PRICES.r2GigabyteMonth,
    },
  ];
}

function report(seconds: number, items: readonly Item[], days: number): void {
  const total = items.reduce((sum, { dollars }) => sum + dollars, 0);
  console.log(
    `${METRICS_PER_MACHINE} metrics a second, posted every ${seconds} s, ${days} days counted, on ${cpus()[0]?.model ?? "unknown CPU"}, Node ${process.version}`,
  );
  for (const { name, perMonth, unit, dollars } of items)
    console.log(
      `  ${name.padEnd(34)} ${Math.round(perMonth).toLocaleString("en-US").padStart(10)} ${unit.padEnd(3)} $${dollars.toFixed(4)}`,
    );
  console.log(
    `  ${"a machine-month".padEnd(49)} $${total.toFixed(3)}   target ≤ $${TARGETS[seconds]?.toFixed(2)}\n`,
  );
}
