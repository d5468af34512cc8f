/**
 * How a measures report leaves: milliseconds to its first byte, bytes a second, and how much memory workerd takes for it
 * beyond what it had. A year of 25 metrics a minute, 13 million cells, by default; `--days` for less. Each file is read as
 * it comes and thrown away. Floor: the report of the last 20 minutes, which has the same door, guards and turn.
 *
 * `--isolate` asks workerd's inspector meanwhile what the web Worker's isolate has: V8's heap in use and the buffers outside of
 * it, garbage included. That is what a limit of a Worker counts; the process also has what V8 and the allocator keep in reserve.
 * `--collect` has it collect once a second as well, and says what was in use right after: what is held, without garbage.
 *
 * The history is loaded through the ingest, sealed, and packed by a start with the clock two days on, as in the query bench.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { startHelios } from "./_helios.ts";
import { COLLECTS, openIsolate, type Isolate } from "./_isolate.ts";
import {
  LATER_MS,
  loadHistory,
  namesOf,
  openPlant,
  PACKED_MS,
  SEALED_MS,
  signIn,
  until,
} from "./query.ts";

export const about =
  "a year of 25 metrics a minute as CSV, Parquet and XLSX: first byte, bytes a second, memory of workerd";

const METRICS = 25;
const FORMATS = ["csv", "parquet", "xlsx"] as const;
const TARGETS = { firstByteMs: 1000, memoryMb: 64 };
/** How often memory is looked at. */
const LOOK_MS = 50;
/** How often it is told to collect, where it is. */
const COLLECT_MS = 1_000;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      days: { type: "string", default: "365" },
      isolate: { type: "boolean", default: false },
      collect: { type: "boolean", default: false },
    },
  });
  const { collect } = values;
  const inspected = values.isolate || collect;
  const days = Number(values.days);
  if (!(days >= 1 && days <= 365)) throw new Error("--days takes 1 to 365");
  const endMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
  const startMs = endMs - days * DAY_MS;
  const dataDir = mkdtempSync(join(tmpdir(), "helios-bench-"));
  let helios = await startHelios({ dataDir });
  try {
    const plant = await openPlant(helios.origin, 1);
    const history = { startMs, endMs, stepMs: MINUTE_MS, metrics: METRICS };
    await loadHistory(plant.origin, plant.keys[0]!, 1, history);
    await until(plant, SEALED_MS, "sealed", ({ unsealed_samples }) => unsealed_samples === 0);
    await helios.stop();
    const env = collect ? COLLECTS : {};
    helios = await startHelios({ dataDir, clockOffsetMs: LATER_MS, inspected, env });
    const token = await signIn(helios.origin);
    await until(
      { ...plant, origin: helios.origin, token },
      PACKED_MS,
      "packed",
      ({ segments }) => segments <= days + 2,
    );
    const ask = (format: string, fromMs: number) =>
      takeReport(helios, token, {
        device_id: plant.deviceIds[0],
        metrics: namesOf(METRICS),
        start_time: fromMs,
        end_time: endMs,
        granularity: "minute",
        format,
      });
    await ask("csv", endMs - 20 * MINUTE_MS);
    const isolate = inspected ? await openIsolate(helios.inspectorPort, "helios-web") : null;
    console.log(`${days} days of ${METRICS} metrics a minute, on ${cpus().length} × ${cpus()[0]?.model ?? "unknown CPU"}, Node ${process.version}; targets: first byte ${TARGETS.firstByteMs} ms, memory ${TARGETS.memoryMb} MB over what it had\n`); // prettier-ignore
    for (const format of FORMATS) {
      const floor = await ask(format, endMs - 20 * MINUTE_MS);
      const seen = isolate && (await watch(isolate, collect));
      const whole = await ask(format, startMs);
      console.log(
        `${format.padEnd(8)} first byte ${whole.firstByteMs.toFixed(0)} ms (floor ${floor.firstByteMs.toFixed(0)}), ${(whole.bytes / 1e6).toFixed(1)} MB in ${(whole.totalMs / 1000).toFixed(1)} s, longest pause ${whole.longestPauseMs.toFixed(0)} ms, memory ${whole.beforeMb.toFixed(0)} + ${whole.memoryMb.toFixed(0)} MB`,
      );
      if (seen) console.log(`         isolate: ${await seen()}`);
    }
  } finally {
    await helios.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * What the isolate has before, what is not collected yet included, and at most meanwhile, in words; where it is told to
 * collect, what it has right after at most, too.
 */
async function watch(isolate: Isolate, collects: boolean): Promise<() => Promise<string>> {
  if (collects) await isolate.collect();
  const before = await isolate.memory();
  const most = { ...before, both: before.usedMb + before.buffersMb };
  let isOver = false;
  const held = { both: 0, times: 0 };
  const looking = (async () => {
    for (let collectedAt = performance.now(); !isOver; await sleep(LOOK_MS)) {
      const { usedMb, reservedMb, buffersMb } = await isolate.memory();
      most.usedMb = Math.max(most.usedMb, usedMb);
      most.reservedMb = Math.max(most.reservedMb, reservedMb);
      most.buffersMb = Math.max(most.buffersMb, buffersMb);
      most.both = Math.max(most.both, usedMb + buffersMb);
      if (!collects || performance.now() - collectedAt < COLLECT_MS) continue;
      await isolate.collect();
      collectedAt = performance.now();
      const after = await isolate.memory();
      held.both = Math.max(held.both, after.usedMb + after.buffersMb);
      held.times++;
    }
  })();
  // It is told where it is awaited, below: the bench ends Helios first.
  looking.catch(() => {});
  return async () => {
    isOver = true;
    await looking;
    const base = before.usedMb + before.buffersMb;
    return `heap and buffers ${base.toFixed(0)} + ${(most.both - base).toFixed(0)} MB; heap at most ${most.usedMb.toFixed(0)} in use, ${most.reservedMb.toFixed(0)} reserved (${before.reservedMb.toFixed(0)} before), buffers ${most.buffersMb.toFixed(0)}${held.times > 0 ? `; after each of ${held.times} collections at most ${(held.both - base).toFixed(0)} MB more` : ""}`;
  };
}

type Taken = {
  firstByteMs: number;
  totalMs: number;
  longestPauseMs: number;
  bytes: number;
  beforeMb: number;
  memoryMb: number;
};

async function takeReport(
  { origin, workerdPid }: { origin: string; workerdPid: number },
  token: string,
  body: object,
): Promise<Taken> {
  const beforeMb = residentMb(workerdPid);
  let mostMb = beforeMb;
  const look = setInterval(() => (mostMb = Math.max(mostMb, residentMb(workerdPid))), LOOK_MS);
  try {
    const sentAt = performance.now();
    const answer = await fetch(`${origin}/v1/reports/measures`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200 || answer.body === null)
      throw new Error(`the report was answered ${answer.status}: ${await answer.text()}`);
    let [bytes, firstByteMs, longestPauseMs, lastAt] = [0, 0, 0, sentAt];
    const reader = answer.body.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const now = performance.now();
      if (bytes === 0) firstByteMs = now - sentAt;
      else longestPauseMs = Math.max(longestPauseMs, now - lastAt);
      lastAt = now;
      bytes += next.value.length;
    }
    const totalMs = performance.now() - sentAt;
    return { firstByteMs, totalMs, longestPauseMs, bytes, beforeMb, memoryMb: mostMb - beforeMb };
  } finally {
    clearInterval(look);
  }
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
