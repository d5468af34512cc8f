/** Starts a whole Helios for a test, as `npm start` does, and can end it well or badly. */
import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { keepLogOf } from "./evidence.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** The first start of a fresh clone builds, which a busy machine takes minutes for. */
export const READY_MS = 400_000;
const STOP_MS = 120_000;
/** What a failure message shows of the output. */
const OUTPUT_KEPT = 200_000;

export type HeliosOptions = {
  seed?: "demo" | "empty";
  simulator?: "on" | "off";
  /** Kept afterwards when given; without it a temporary one is made and removed. */
  dataDir?: string;
  port?: number;
  env?: Record<string, string>;
};

export type Helios = {
  origin: string;
  dataDir: string;
  port: number;
  pid: number;
  /** SIGTERM, and waits for the end; answers the exit code. */
  stop(): Promise<number | null>;
  /** Its exit code when it ends by whatever it is; null by a signal. */
  ended: Promise<number | null>;
  /** SIGKILL to the runner, its workerd and whatever else it started, with no chance to tidy up. */
  kill9(): Promise<void>;
  /** What it printed so far. */
  output(): string;
};

const alive = new Set<ChildProcess>();
/** Ends what a file of tests left running. */
export function killLeft(): void {
  for (const child of alive) killGroup(child);
}
process.on("exit", killLeft);

/** Below the ports that the system gives to outgoing connections, so that none takes it while a Helios is away. */
const PORTS = { first: 20_000, count: 12_000 };

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
  throw new Error("no port is free");
}

export const temporaryDataDir = (): string => mkdtempSync(join(tmpdir(), "helios-test-"));

/** The variable of the environment that names the folder of tests/setup/demo-folder.ts. */
export const DEMO_FOLDER = "HELIOS_TEST_DEMO";

/** A folder in which the demo's database lies already; Helios makes there what else it keeps. */
export function demoDataDir(): string {
  const dataDir = temporaryDataDir();
  const prepared = process.env[DEMO_FOLDER];
  if (prepared !== undefined) cpSync(prepared, dataDir, { recursive: true });
  return dataDir;
}

export async function startHelios(options: HeliosOptions = {}): Promise<Helios> {
  const dataDir =
    options.dataDir ?? (options.seed === "empty" ? temporaryDataDir() : demoDataDir());
  const port = options.port ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  // After a kill -9 the old pids are still listed, and may belong to anybody by now.
  const stale = new Set(listedPids(dataDir));
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: ROOT,
    // A group of its own, so that kill9 leaves nobody behind.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      VITEST: "",
      HELIOS_DATA: dataDir,
      PORT: String(port),
      HELIOS_SEED: options.seed ?? "demo",
      HELIOS_SIMULATOR: options.simulator ?? "off",
      ...options.env,
    },
  });
  alive.add(child);
  let text = "";
  const keep = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-OUTPUT_KEPT);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  keepLogOf(`helios-${port}-${child.pid}`, () => text);
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => {
      alive.delete(child);
      resolve(code);
    });
    child.once("error", (error) => {
      text += String(error);
      alive.delete(child);
      resolve(null);
    });
  });
  const clean = () => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };

  const kill9 = async () => {
    for (const pid of listedPids(dataDir)) if (!stale.has(pid)) killPid(pid);
    killGroup(child);
    await ended;
    clean();
  };

  const ready = await Promise.race([waitUntilHealthy(origin), ended.then(() => "ended" as const)]);
  if (ready !== "ready") {
    await kill9();
    throw new Error(
      `Helios ${ready === "ended" ? "ended before it was ready" : `was not ready within ${READY_MS / 1000} s`}:\n${text}`,
    );
  }

  return {
    origin,
    dataDir,
    port,
    pid: child.pid!,
    output: () => text,
    ended,
    kill9,
    stop: async () => {
      child.kill("SIGTERM");
      const code = await Promise.race([ended, sleep(STOP_MS, "late" as const, { ref: false })]);
      if (code === "late") {
        await kill9();
        throw new Error(`Helios did not end within ${STOP_MS / 1000} s of SIGTERM:\n${text}`);
      }
      clean();
      return code;
    },
  };
}

async function waitUntilHealthy(origin: string): Promise<"ready" | "late"> {
  const until = Date.now() + READY_MS;
  while (Date.now() < until) {
    const status = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(10_000) }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return "ready";
    await sleep(100);
  }
  return "late";
}

/** The runner writes its own pid and its workerd's to run.json, wherever each of them was started. */
function listedPids(dataDir: string): number[] {
  const file = join(dataDir, "run.json");
  if (!existsSync(file)) return [];
  const { runnerPid, workerdPid } = JSON.parse(readFileSync(file, "utf8")) as {
    runnerPid?: number;
    workerdPid?: number;
  };
  return [runnerPid, workerdPid].filter((pid): pid is number => Number.isInteger(pid) && pid! > 1);
}

function killPid(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid !== undefined) killPid(-child.pid);
}
