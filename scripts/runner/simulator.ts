/** The machine simulator as a process of its own beside Helios, started again when it dies, ended with it. */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "#scripts/build.ts";
import { NODE_FLAGS } from "#simulator/node-flags.ts";
import type { Settings } from "./settings.ts";

export type Simulator = { stop(): void };

const RESTART_MS = 5000;

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
