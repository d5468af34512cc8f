/**
 * A small process that ends workerd and the simulator when the runner is killed outright (SIGKILL leaves no time for a clean
 * end): it reads process ids from its standard input and acts when that pipe breaks. On Linux it also finds a workerd whose id
 * the runner did not live to tell.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { RUN_ID, identifyFolder } from "./processes.ts";

export type Watchdog = { guard(pid: number | null): void };

const RESTART_MS = 1_000;

export function startWatchdog(dataDir: string): Watchdog {
  const folder = identifyFolder(dataDir);
  const guarded = new Set<number>();
  let child: ChildProcess;
  const start = (): void => {
    child = spawn(
      process.execPath,
      [
        "--disable-warning=ExperimentalWarning",
        join(import.meta.dirname, "watchdog-process.ts"),
        folder,
        RUN_ID,
      ],
      { stdio: ["pipe", "ignore", "ignore"], detached: true },
    );
    // A system that has no process to spare just now.
    child.on("error", () => setTimeout(start, RESTART_MS).unref());
    child.on("exit", () => setTimeout(start, RESTART_MS).unref());
    child.unref();
    (child.stdin as unknown as { unref?: () => void } | null)?.unref?.();
    child.stdin?.on("error", () => {});
    for (const pid of guarded) child.stdin?.write(`${pid}\n`);
  };
  start();
  return {
    guard: (pid) => {
      if (pid === null) return;
      // The one before has ended.
      guarded.clear();
      guarded.add(pid);
      child.stdin?.write(`${pid}\n`);
    },
  };
}
