/** The machine simulator as a process of its own beside Helios, started again when it dies, ended with it. */
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#scripts/build.ts";
import { NODE_FLAGS } from "#simulator/node-flags.ts";
import type { Settings } from "./settings.ts";

export type Simulator = { stop(): void };

const RESTART_MS = 5000;

const LOOK_MS = 500;
/** The history takes 8 to 20 s, and minutes on a machine that is busy; what waits for it does not wait for ever. */
const LONGEST_MS = 5 * 60_000;

/** Settles when the simulator says that the days before its start are all stored, or after five minutes. */
export function whenHistoryIsWritten(dataDir: string): Promise<void> {
  const path = join(dataDir, "simulator", "simulator-progress.json");
  const lastMs = performance.now() + LONGEST_MS;
  return new Promise((settle) => {
    const look = (): void => {
      if (isFinished(path) || performance.now() > lastMs) settle();
      else setTimeout(look, LOOK_MS).unref();
    };
    look();
  });
}

function isFinished(path: string): boolean {
  try {
    return (JSON.parse(readFileSync(path, "utf8")) as { finished: boolean }).finished;
  } catch {
    return false;
  }
}

export function startSimulator(settings: Settings): Simulator {
  let child: ChildProcess | null = null;
  let stopped = false;
  const start = (): void => {
    if (stopped) return;
    child = spawn(
      process.execPath,
      [
        ...NODE_FLAGS,
        "--disable-warning=ExperimentalWarning",
        join(ROOT, "simulator", "main.ts"),
        "--config",
        join(settings.dataDir, "simulator.json"),
        "--data",
        join(settings.dataDir, "simulator"),
      ],
      {
        cwd: ROOT,
        stdio: ["ignore", "inherit", "inherit"],
        env: { ...process.env, HELIOS_PARENT_PID: String(process.pid) },
      },
    );
    const startAgain = (): void => {
      if (!stopped) setTimeout(start, RESTART_MS).unref();
    };
    // Without a process to spare, a system answers with an error instead of an end.
    child.on("error", startAgain).on("exit", startAgain);
  };
  start();
  return {
    stop() {
      stopped = true;
      child?.kill("SIGTERM");
    },
  };
}
