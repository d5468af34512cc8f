/**
 * Bytes per raw point of sealed hours, and the processor time of sealing one: hours of ten machines go through the
 * recorder's own memory (batch by batch, as samplers post them), are derived, written as Parquet and rolled up as the
 * sealer does it, and are read back and compared value by value.
 *
 * Node's V8 stands in for workerd's. Needs no server.
 */
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { decodeBatch, encodeBatch } from "../app/domain/series/batch.ts";
import { MachineMemory } from "../app/domain/series/machine-memory.ts";
import { rollUpHour } from "../app/domain/series/rollup.ts";
import { HOUR_MS, type Columns } from "../app/domain/series/types.ts";
import { memoryStore } from "../app/storage/object-store.ts";
import { readSegment } from "../app/storage/segment-read.ts";
import { writeSegment } from "../app/storage/segment-write.ts";
import { Machine, quantile, takeFrame, type Kind } from "./_workload.ts";

export const about = "bytes per raw point of sealed hours, values compared, and processor time of sealing one";

const TARGETS = { bytesPerPoint: 0.27, withRollups: 0.26, sealMs: 250 } as const;
const START_MS = Date.UTC(2026, 9, 5, 8);
const SCANS_PER_BATCH = 10;
const KINDS: readonly Kind[] = ["boolean", "encoded", "counter", "float"];

type Sealed = {
  points: number;
  rawBytes: number;
  fileBytes: number;
  rollupBytes: number;
  sealMs: number;
  byKind: Map<Kind, { points: number; bytes: number }>;
};

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { machines: { type: "string", default: "10" }, hours: { type: "string", default: "2" } } });
  const [machines, hours] = [Number(values.machines), Number(values.hours)];
  if (!(machines >= 1 && machines <= 50) || !(hours >= 1 && hours <= 24) || machines * hours > 100)
    throw new Error("--machines takes 1 to 50, --hours 1 to 24, together at most 100 hours");

  const sealed: Sealed[] = [];
  for (let seed = 1; seed <= machines; seed++) sealed.push(...(await sealMachine(seed, hours)));
  report(sealed, machines, hours);
}

async function sealMachine(seed: number, hours: number): Promise<Sealed[]> {
  const machine = new Machine(seed);
  const memory = new MachineMemory();
  const kinds = new Map(machine.metrics.map(({ name, kind }) => [name, kind]));
  const sealed: Sealed[] = [];
  for (let hour = 0; hour < hours; hour++) {
    const hourMs = START_MS + hour * HOUR_MS;
    for (let at = hourMs; at < hourMs + HOUR_MS; at += SCANS_PER_BATCH * 1000) {
      const columns = decodeBatch(encodeBatch([takeFrame(machine, at, SCANS_PER_BATCH)]).bytes);
      const { hours: touched } = memory.apply(
        columns,
        columns.map(({ tag }) => tag),
        { startMs: 0, endMs: Infinity },
      );
      memory.deriveNewest(touched);
    }
    const held = memory.hours.get(hourMs)!;
    const before = process.cpuUsage();
    memory.deriveHour(hourMs);
    const columns = held.columns();
    const { bytes } = writeSegment(columns);
    const rollup = rollUpHour(columns);
    const { user, system } = process.cpuUsage(before);
    await requireEqual(columns, bytes);
    const raw: Columns = Object.fromEntries([...held.raw].map(([metric, column]) => [metric, column.slice()]));
    sealed.push({
      points: held.samples,
      rawBytes: writeSegment(raw).bytes.length,
      fileBytes: bytes.length,
      rollupBytes: rollup.bytes.length,
      sealMs: (user + system) / 1000,
      byKind: bytesByKind(raw, kinds),
    });
    // The hour stays for the next one's carry, its columns need not.
    if (hour > 0) memory.hours.delete(hourMs - HOUR_MS);
  }
  return sealed;
}

async function requireEqual(columns: Columns, bytes: Uint8Array): Promise<void> {
  const store = memoryStore();
  await store.put("hour", bytes);
  const read = await readSegment(store, "hour", null, bytes.length);
  const names = Object.keys(columns).filter((metric) => columns[metric]!.times.length > 0);
  if (Object.keys(read).length !== names.length) throw new Error(`${Object.keys(read).length} columns came back of ${names.length}`);
  for (const metric of names) {
    const [wrote, got] = [columns[metric]!, read[metric]];
    const isSame =
      got !== undefined &&
      got.times.length === wrote.times.length &&
      wrote.times.every((time, i) => time === got.times[i] && Object.is(wrote.values[i], got.values[i]));
    if (!isSame) throw new Error(`${metric} did not come back as it was written`);
  }
}

/** What a file of the kind's columns alone takes, above one of a single column's times. */
function bytesByKind(raw: Columns, kinds: ReadonlyMap<string, Kind>): Sealed["byKind"] {
  const sizes = new Map<Kind, { points: number; bytes: number }>();
  for (const kind of KINDS) {
    const columns = Object.fromEntries(Object.entries(raw).filter(([metric]) => kinds.get(metric) === kind));
    const points = Object.values(columns).reduce((sum, { times }) => sum + times.length, 0);
    sizes.set(kind, { points, bytes: points === 0 ? 0 : writeSegment(columns).bytes.length });
  }
  return sizes;
}

function report(sealed: readonly Sealed[], machines: number, hours: number): void {
  const sum = (of: (each: Sealed) => number) => sealed.reduce((total, each) => total + of(each), 0);
  const points = sum(({ points: each }) => each);
  const perPoint = (bytes: number) => (bytes / points).toFixed(3);
  const files = sum(({ fileBytes }) => fileBytes);
  const seals = sealed.map(({ sealMs }) => sealMs);
  console.log(`${sealed.length} hours (${machines} machines × ${hours} h), ${points.toLocaleString("en-US")} raw points, every value read back equal, on ${cpus().length} × ${cpus()[0]?.model ?? "unknown CPU"}, Node ${process.version}\n`); // prettier-ignore
  const rows: [string, string, string][] = [
    ["bytes per raw point, hour files", perPoint(files), `target ${TARGETS.bytesPerPoint}`],
    ["  of them without what Helios derived", perPoint(sum(({ rawBytes }) => rawBytes)), ""],
    [
      "bytes per raw point, with roll-ups",
      perPoint(files + sum(({ rollupBytes }) => rollupBytes)),
      `target ${TARGETS.withRollups}, after daily compaction`,
    ],
    [
      "CPU of sealing an hour, median / worst",
      `${quantile(seals, 0.5).toFixed(0)} / ${Math.max(...seals).toFixed(0)} ms`,
      `target ${TARGETS.sealMs} ms`,
    ],
  ];
  for (const kind of KINDS) {
    const [count, bytes] = [sum(({ byKind }) => byKind.get(kind)!.points), sum(({ byKind }) => byKind.get(kind)!.bytes)];
    rows.push([`  ${kind}, a file of its own`, (bytes / count).toFixed(3), "bytes per point, times included"]);
  }
  for (const [name, value, target] of rows) console.log(`${name.padEnd(42)} ${value.padStart(12)}   ${target}`);
}
