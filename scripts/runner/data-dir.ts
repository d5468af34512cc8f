/**
 * The data folder: made when missing, refused when it cannot be written, held by one Helios at a time.
 * `run.json` names the processes that hold it; a workerd that outlived a killed runner is ended.
 */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { isAlive } from "./is-alive.ts";
import { SettingsError } from "./settings.ts";

export type RunFile = { runnerPid: number; workerdPid: number | null; port: number };

const path = (dataDir: string): string => join(dataDir, "run.json");

export async function claimDataDir(dataDir: string): Promise<void> {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK | constants.R_OK);
    writeFileSync(join(dataDir, ".writable"), "");
    rmSync(join(dataDir, ".writable"));
  } catch (error) {
    throw new SettingsError(
      `The data folder ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)}). Set HELIOS_DATA to a folder that can.`,
    );
  }
  const previous = readRunFile(dataDir);
  if (!previous) return;
  if (previous.runnerPid !== process.pid && isOurs(previous.runnerPid, "runner")) {
    throw new SettingsError(
      `Another Helios (process ${previous.runnerPid}, port ${previous.port}) uses the data folder ${dataDir}. Stop it, or set HELIOS_DATA to another folder.`,
    );
  }
  if (previous.workerdPid !== null && isOurs(previous.workerdPid, "workerd"))
    await endProcess(previous.workerdPid);
}

/** Step by step: a recursive mkdir can loop for ever where a system refuses with ENOENT, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/** Whole or not at all: who ends a Helios reads it at any moment. */
export function writeRunFile(dataDir: string, run: RunFile): void {
  const draft = `${path(dataDir)}.new`;
  writeFileSync(draft, JSON.stringify(run));
  renameSync(draft, path(dataDir));
}
export const removeRunFile = (dataDir: string): void => rmSync(path(dataDir), { force: true });

function readRunFile(dataDir: string): RunFile | null {
  try {
    return existsSync(path(dataDir))
      ? (JSON.parse(readFileSync(path(dataDir), "utf8")) as RunFile)
      : null;
  } catch {
    return null;
  }
}

/** A process id may have been given to a stranger since: its command line must name what we started. */
function isOurs(pid: number, word: "runner" | "workerd"): boolean {
  try {
    process.kill(pid, 0);
    const command = existsSync(`/proc/${pid}/cmdline`)
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
      : word;
    return command.includes(word);
  } catch {
    return false;
  }
}

async function endProcess(pid: number): Promise<void> {
  process.kill(pid, "SIGKILL");
  for (let tries = 0; tries < 100 && isAlive(pid); tries++) {
    await new Promise((done) => setTimeout(done, 20));
  }
}
