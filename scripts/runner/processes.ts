/** Which processes live, and which of them belong to a data folder. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "./is-alive.ts";

/** The variable by which a workerd says which data folder it was started for. */
const FOLDER_VARIABLE = "HELIOS_FOLDER";
const END_TRIES = 250;
const END_STEP_MS = 20;

/**
 * What tells a process from a later one with the same id: the moment of its start, and of the system's own. Null when there is
 * no such process, or the system does not tell.
 */
export function identifyProcess(pid: number): string | null {
  try {
    if (process.platform === "linux") {
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name, in parentheses, may hold blanks; the start is the 22nd field (proc_pid_stat(5)).
      const start = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
      return start === undefined ? null : `${boot} ${start}`;
    }
    const start = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    return start.trim() || null;
  } catch {
    return null;
  }
}

/** Whether it lives and is the one that was identified then; null where nobody can tell. */
export function isSameProcess(pid: number, identity: string | null): boolean | null {
  if (!isAlive(pid)) return false;
  const now = identifyProcess(pid);
  return identity === null || now === null ? null : now === identity;
}

/** Tells a folder from its copies, and is the same by whatever path it is reached. */
export function identifyFolder(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}

/** Tells the workerds of this runner from those of one before or after it. */
export const RUN_ID: string = randomUUID();

export const folderEnvironment = (dataDir: string): Record<string, string> => ({
  [FOLDER_VARIABLE]: `${identifyFolder(dataDir)} ${RUN_ID}`,
});

/** The workerd processes that were started for a folder, by whichever runner or by one. Linux only; elsewhere none are found. */
export function listWorkerds(folder: string, runId = ""): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    try {
      const isTold = readFileSync(`/proc/${pid}/environ`, "utf8")
        .split("\0")
        .some((entry) => entry.startsWith(`${FOLDER_VARIABLE}=${folder} ${runId}`));
      return isTold && readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("workerd") ? [pid] : [];
    } catch {
      // It ended meanwhile, or belongs to somebody else.
      return [];
    }
  });
}

export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended meanwhile.
  }
}

/** Kills them and waits until they are gone, for five seconds at most. Answers the ones that are not. */
export async function endProcesses(pids: number[]): Promise<number[]> {
  pids.forEach(kill);
  for (let tries = 0; tries < END_TRIES && pids.some(isAlive); tries++) await sleep(END_STEP_MS);
  return pids.filter(isAlive);
}
