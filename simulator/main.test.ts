/** The whole program as a process, against a local stub of the ingest. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeMachine } from "./fixtures/machines.ts";
import { NODE_FLAGS } from "./node-flags.ts";
import { startStubIngest, until, type StubIngest } from "./fixtures/stub-ingest.ts";
import { DAY_MS } from "#app/domain/durations.ts";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));
const MACHINES = [
  makeMachine({ samplerKey: "hsk_one" }),
  makeMachine({
    deviceId: 2,
    serialNumber: "two",
    make: "Ward",
    profile: "jam_prone",
    samplerKey: "hsk_two",
  }),
];

let dir: string;
let helios: StubIngest;
let child: ChildProcess;
let output: string;

beforeEach(async () => {
  clockOffsetMs = DAY_MS;
  dir = mkdtempSync(join(tmpdir(), "helios-simulator-"));
  helios = await startStubIngest();
  writeFileSync(
    join(dir, "simulator.json"),
    JSON.stringify({ origin: helios.origin, machines: MACHINES }),
  );
});
afterEach(async () => {
  await end("SIGKILL");
  await helios.close();
  rmSync(dir, { recursive: true, force: true });
});
let clockOffsetMs = DAY_MS;

const start = (...more: string[]): void => {
  output = "";
  const env = {
    ...process.env,
    HELIOS_CLOCK_OFFSET_MS: String(clockOffsetMs),
    HELIOS_PARENT_PID: String(process.pid),
  };
  child = spawn(
    process.execPath,
    [
      ...NODE_FLAGS,
      MAIN,
      "--config",
      join(dir, "simulator.json"),
      "--data",
      join(dir, "data"),
      "--batch-seconds",
      "1",
      ...more,
    ],
    { env },
  );
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (text: Buffer) => (output += text.toString()));
};
const end = async (signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
};
const progress = () => {
  const path = join(dir, "data", "simulator-progress.json");
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, "utf8")) as {
        total: number;
        done: number;
        finished: boolean;
        samples: number;
      })
    : null;
};
const stateTimes = (key: string) =>
  [...helios.samples().keys()]
    .flatMap((name) =>
      name.startsWith(`${key}|machine_state|`) ? [Number(name.split("|")[2])] : [],
    )
    .sort((a, b) => a - b);

describe("the simulator", () => {
  test("writes history and live samples without a seam, on a shifted clock, and ends at SIGTERM", async () => {
    const startedAt = Date.now();
    start("--history-days", "1");
    await until(
      () =>
        progress()?.finished === true &&
        helios.stored.filter(({ batch_id }) => !batch_id.includes("-h-")).length > 6,
    );
    await end("SIGTERM");
    expect(child.exitCode).toBe(0);
    expect(output).toContain("history complete");
    for (const key of ["hsk_one", "hsk_two"]) {
      const times = stateTimes(key);
      // The shifted clock: a day ahead.
      expect(times.at(-1)!).toBeGreaterThan(startedAt + DAY_MS);
      expect(times.at(-1)! - times[0]!).toBeGreaterThan(DAY_MS - 1_000);
      const widest = Math.max(...times.slice(1).map((time, index) => time - times[index]!));
      expect(widest).toBeLessThanOrEqual(30_000);
    }
    expect(progress()!.samples).toBe(
      helios.stored
        .filter(({ batch_id }) => batch_id.includes("-h-"))
        .reduce(
          (sum, { frames }) =>
            sum +
            frames.reduce(
              (all, { times, tags }) => all + times.length * Object.keys(tags).length,
              0,
            ),
          0,
        ),
    );
  });

  test("goes on with its history after kill -9, repeating at most what was under way", async () => {
    start("--history-days", "2");
    // Some of it is taken, then nothing is answered: it cannot be done before it is killed.
    helios.behave = () => ((progress()?.done ?? 0) > 20 ? "stall" : 200);
    await until(() => (progress()?.done ?? 0) > 20);
    await end("SIGKILL");
    expect(progress()!.finished).toBe(false);
    helios.behave = () => 200;
    start("--history-days", "2");
    await until(() => progress()?.finished === true);
    const chunks = helios.stored
      .filter(({ batch_id }) => batch_id.includes("-h-"))
      .map(({ batch_id }) => batch_id);
    expect(chunks.length - new Set(chunks).size).toBeLessThanOrEqual(2);
    for (const key of ["hsk_one", "hsk_two"]) {
      const times = stateTimes(key);
      expect(
        Math.max(...times.slice(1).map((time, index) => time - times[index]!)),
      ).toBeLessThanOrEqual(30_000);
    }
  });

  test("keeps its samples over an outage and a kill -9, and sends them when Helios is back", async () => {
    helios.behave = () => 503;
    start("--history-days", "0");
    await until(() => helios.seen.length > 2);
    await end("SIGKILL");
    helios.behave = () => 200;
    start("--history-days", "0");
    await until(() => stateTimes("hsk_one").length > 5);
    const times = stateTimes("hsk_one");
    expect(times.at(-1)! - times[0]!).toBe((times.length - 1) * 1000);
  });

  test("fills a long pause as history, and goes on when the clock is set back", async () => {
    const liveBatches = () =>
      helios.stored.filter(({ batch_id }) => !batch_id.includes("-h-")).length;
    const runOnce = async (offsetMs: number, isEnough = () => true) => {
      clockOffsetMs = offsetMs;
      const before = liveBatches();
      start("--history-days", "0.1");
      await until(() => progress()?.finished === true && liveBatches() > before + 4 && isEnough());
      await end("SIGTERM");
    };
    const startedAt = Date.now();
    await runOnce(0);
    await runOnce(7_200_000);
    const times = stateTimes("hsk_one");
    expect(times.at(-1)!).toBeGreaterThan(startedAt + 7_200_000);
    expect(
      Math.max(...times.slice(1).map((time, index) => time - times[index]!)),
    ).toBeLessThanOrEqual(30_000);
    const aheadUntil = Date.now() + 7_200_000;
    helios.stored.length = 0;
    const isOfNow = (time: number) => time > startedAt && time <= Date.now();
    await runOnce(0, () => stateTimes("hsk_one").some(isOfNow));
    // Two hours ahead no more, but for what was not sent before the clock was set back.
    expect(stateTimes("hsk_one").at(-1)!).toBeLessThanOrEqual(aheadUntil);
  });

  test("ends by itself when its Helios is gone", async () => {
    const parent = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    const env = { ...process.env, HELIOS_PARENT_PID: String(parent.pid) };
    child = spawn(
      process.execPath,
      [
        ...NODE_FLAGS,
        MAIN,
        "--config",
        join(dir, "simulator.json"),
        "--data",
        join(dir, "data"),
        "--history-days",
        "0",
      ],
      {
        env,
      },
    );
    await until(() => existsSync(join(dir, "data", "simulator-progress.json")));
    parent.kill("SIGKILL");
    await until(() => child.exitCode !== null || child.signalCode !== null);
    expect([child.exitCode, child.signalCode]).toEqual([0, null]);
  });

  test("says in one line what is wrong with its configuration", async () => {
    writeFileSync(
      join(dir, "simulator.json"),
      JSON.stringify({ origin: helios.origin, machines: [{ ...MACHINES[0], profile: "dancing" }] }),
    );
    start();
    await until(() => child.exitCode !== null);
    expect(child.exitCode).toBe(1);
    expect(output).toMatch(/machines\.0\.profile/);
  });
});
