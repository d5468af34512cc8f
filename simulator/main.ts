/**
 * The fleet's samplers as one process: reads simulator.json, samples every machine's model and
 * feeds Helios over HTTP as a plant would. See README.md beside this file.
 */
import "./lean.ts";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pause } from "./back-off.ts";
import { readConfig } from "./config.ts";
import { writeWhole } from "./files.ts";
import { faultsWithin } from "./plant-faults.ts";
import { History } from "./history.ts";
import { runLive } from "./live.ts";
import { MachineSampler } from "./machine-sampler.ts";
import { parseOptions, type Options } from "./options.ts";
import { wholeSeconds } from "./phases.ts";

const PARENT_CHECK_MS = 2_000;
const STOP_LIMIT_MS = 800;
const FAULTS_EVERY_MS = 60_000;

const say = (line: string): void => console.log(`[simulator] ${line}`);

async function run(options: Options, signal: AbortSignal): Promise<void> {
  const config = readConfig(options.configPath);
  mkdirSync(options.dataDir, { recursive: true });
  const origin = (options.origin ?? config.origin).replace(/(?<!\/)\/+$/, "");
  const nowMs = (): number => Date.now() + options.clockOffsetMs;
  const samplers = config.machines.map((machine) => new MachineSampler(machine, options.dataDir));
  const history = new History({
    samplers,
    origin,
    dataDir: options.dataDir,
    historyMs: options.historyMs,
    say,
  });
  history.begin(wholeSeconds(nowMs()));
  say(`${samplers.length} machines, to ${origin}`);
  const live = runLive(
    {
      samplers,
      origin,
      batchMs: options.batchMs,
      bounds: { maxBytes: options.bufferBytes, maxAgeMs: options.bufferMs },
      nowMs,
      say,
      onGap: (sampler, fromMs, toMs) => history.addGap(sampler, fromMs, toMs),
    },
    signal,
  );
  await Promise.all([live, history.run(signal), tellFaults(samplers, options, nowMs, signal)]);
}

/** Keeps in simulator-faults.json what went wrong when, from the oldest history on to now; no file without such machines. */
async function tellFaults(
  samplers: readonly MachineSampler[],
  { dataDir, historyMs }: Options,
  nowMs: () => number,
  signal: AbortSignal,
): Promise<void> {
  const ill = samplers.filter(({ machine }) => machine.faults === true);
  const fromMs = nowMs() - historyMs;
  while (ill.length > 0 && !signal.aborted) {
    writeWhole(
      join(dataDir, "simulator-faults.json"),
      ill.flatMap(({ machine: { deviceId, serialNumber }, model }) =>
        faultsWithin(model, fromMs, nowMs()).map(({ startMs, endMs, ...fault }) => ({
          device_id: deviceId,
          serial_number: serialNumber,
          ...fault,
          start_time: new Date(startMs).toISOString(),
          end_time: endMs <= nowMs() ? new Date(endMs).toISOString() : null,
        })),
      ),
    );
    await pause(FAULTS_EVERY_MS, signal);
  }
}

/** A simulator whose Helios was killed outright ends by itself. */
async function watchParent(pid: number, stop: AbortController): Promise<void> {
  while (!stop.signal.aborted) {
    await pause(PARENT_CHECK_MS, stop.signal);
    try {
      process.kill(pid, 0);
    } catch {
      stop.abort();
    }
  }
}

const stop = new AbortController();
for (const name of ["SIGTERM", "SIGINT"] as const) process.on(name, () => stop.abort());
stop.signal.addEventListener("abort", () =>
  setTimeout(() => process.exit(0), STOP_LIMIT_MS).unref(),
);

try {
  const parent = Number(process.env.HELIOS_PARENT_PID ?? 0);
  if (parent > 0) void watchParent(parent, stop);
  await run(parseOptions(process.argv.slice(2), process.env), stop.signal);
  process.exit(0);
} catch (error) {
  console.error(`[simulator] ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
