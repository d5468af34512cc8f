/**
 * The data folder: made when missing, refused when it cannot be written, private to who runs Helios, and held by one Helios at
 * a time (exclusive-lock.ts). `run.json` names the processes that hold it, for people, tests and the next start, which ends a
 * workerd that outlived its runner.
 */
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LockFileError, takeLock, type ExclusiveLock } from "./exclusive-lock.ts";
import {
  endProcesses,
  identifyFolder,
  identifyProcess,
  isSameProcess,
  listWorkerds,
} from "./processes.ts";
import { SettingsError } from "./settings.ts";

type RunFile = {
  runnerPid: number;
  /** As identifyProcess tells; null where the system does not. */
  runnerIdentity: string | null;
  workerdPid: number | null;
  workerdIdentity: string | null;
  port: number;
  /** As identifyFolder tells: a copied folder brings along a run file that is not its own. */
  folder: string;
};

/** `watch` calls back, with a line for people, when the folder or its lock is this process' no more. */
export type HeldFolder = { isHeld(): boolean; watch(lost: (why: string) => void): void };

const WATCH_MS = 500;
/** How long a start waits for a folder that another process holds. */
const TAKE_WITHIN_MS = 3_000;
const OWNER_ONLY = 0o700;
const OTHERS = 0o077;
const STICKY = 0o1000;
/** What a data folder holds, by which it is known as one. */
const CONTENTS = ["lock", "run.json", "simulator.json", "helios.log", "build", "client", "d1"];

export const lockPath = (dataDir: string): string => join(dataDir, "lock");
const runPath = (dataDir: string): string => join(dataDir, "run.json");

/** Takes the folder for this process, before anything in it is read. `say` hears what was changed about it. */
export async function claimDataDir(
  dataDir: string,
  port: number,
  say: (line: string) => void,
): Promise<HeldFolder> {
  const { lock, previous, folder } = await takeFolder(dataDir, say);
  const isOfThisFolder = previous !== null && previous.folder === folder;
  const orphans = new Set(listWorkerds(folder));
  if (isOfThisFolder && previous.workerdPid !== null)
    if (isSameProcess(previous.workerdPid, previous.workerdIdentity) === true)
      orphans.add(previous.workerdPid);
  const alive = await endProcesses([...orphans]);
  if (alive.length > 0)
    throw new SettingsError(
      `The data folder ${dataDir} is in use by process ${alive.join(", ")}, which a former Helios left behind and which cannot be ended. End it, and start again.`,
    );
  writeRunFile(dataDir, { workerdPid: null, port }, say);
  return holdFolder(dataDir, folder, lock, say);
}

type TakenFolder = { lock: ExclusiveLock; previous: RunFile | null; folder: string };

/** Waits a moment for one that was just killed: the system ends it, and frees its lock, a little later. */
async function takeFolder(dataDir: string, say: (line: string) => void): Promise<TakenFolder> {
  for (const giveUpAt = performance.now() + TAKE_WITHIN_MS; ; await sleep(50)) {
    const lock = openFolder(dataDir, say);
    const previous = readRunFile(dataDir);
    const folder = identifyFolder(dataDir);
    const isRunning =
      previous !== null &&
      previous.folder === folder &&
      previous.runnerPid !== process.pid &&
      isSameProcess(previous.runnerPid, previous.runnerIdentity) === true;
    if (lock !== null && !isRunning) return { lock, previous, folder };
    // Runs without its lock only when somebody removed the file `lock` from under it.
    lock?.release();
    if (performance.now() >= giveUpAt)
      throw new SettingsError(
        `Another Helios${isRunning ? ` (process ${previous.runnerPid}, port ${previous.port})` : ""} uses the data folder ${dataDir}. Stop it, or set HELIOS_DATA to another folder.`,
      );
  }
}

/**
 * Another Helios can take a folder whose lock file was removed, and a folder that was removed takes nothing any more: the one is
 * locked anew within half a second, the other ends this Helios before it acknowledges what it can't keep. Who removes the
 * folder may come upon a lock that was just put in place, and leave it behind alone: without its database it is removed too.
 */
function holdFolder(
  dataDir: string,
  folder: string,
  taken: ExclusiveLock,
  say: (line: string) => void,
): HeldFolder {
  let lock = taken;
  let hadDatabase = false;
  const isRemoved = (): boolean => {
    if (!existsSync(dataDir) || identifyFolder(dataDir) !== folder) return true;
    const hasDatabase = existsSync(join(dataDir, "d1"));
    if (hadDatabase && !hasDatabase) return true;
    hadDatabase = hasDatabase;
    return false;
  };
  const isHeld = (): boolean => {
    try {
      return identifyFolder(dataDir) === folder && lock.isInPlace();
    } catch {
      return false;
    }
  };
  const lossOf = (): string | null => {
    if (isRemoved())
      return `The data folder ${dataDir} was removed; Helios ends, for it can keep nothing.`;
    if (lock.isInPlace()) return null;
    const next = takeLock(lockPath(dataDir));
    if (next === null)
      return `The lock file of ${dataDir} was removed and another Helios took the folder; this one ends.`;
    lock.release();
    lock = next;
    say(`${lockPath(dataDir)} was removed; it is in place again.`);
    return null;
  };
  return {
    isHeld,
    watch: (lost) => {
      const timer = setInterval(() => {
        try {
          const loss = lossOf();
          if (loss === null) return;
          clearInterval(timer);
          lost(loss);
        } catch {
          // A disk that is full or does not answer now: the next look tells.
        }
      }, WATCH_MS);
      timer.unref();
    },
  };
}

function openFolder(dataDir: string, say: (line: string) => void): ExclusiveLock | null {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK | constants.R_OK | constants.X_OK);
    makePrivate(dataDir, say);
    return takeLock(lockPath(dataDir));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof LockFileError) throw new SettingsError(message);
    throw new SettingsError(
      `The data folder ${dataDir} cannot be written (${code === "ERR_SQLITE_ERROR" || code === undefined ? message : code}). Set HELIOS_DATA to a folder that can.`,
    );
  }
}

/** Step by step: a recursive mkdir can loop for ever where a system refuses with ENOENT, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, OWNER_ONLY);
  } catch (error) {
    // Another Helios that starts at the same time.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Closes a folder to others. One that holds other things than Helios' is left as it is: somebody else may need it. */
function makePrivate(dataDir: string, say: (line: string) => void): void {
  const mode = statSync(dataDir).mode;
  if (process.platform === "win32" || (mode & OTHERS) === 0) return;
  const names = readdirSync(dataDir);
  const isOurs = names.length === 0 || names.some((name) => CONTENTS.includes(name));
  const open = `The data folder ${dataDir} was open to others (mode ${(mode & 0o777).toString(8)})`;
  if ((mode & STICKY) !== 0 || !isOurs)
    return say(`${open.replace("was", "is")} and is left so, for it holds other things too.`);
  try {
    chmodSync(dataDir, OWNER_ONLY);
    say(`${open}; now only its owner reads it.`);
  } catch (error) {
    say(
      `${open.replace("was", "is")} and cannot be closed (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

/** Whole or not at all: who ends a Helios reads it at any moment. A full disk stops nobody from serving. */
export function writeRunFile(
  dataDir: string,
  { workerdPid, port }: Pick<RunFile, "workerdPid" | "port">,
  say: (line: string) => void,
): void {
  const run: RunFile = {
    runnerPid: process.pid,
    runnerIdentity: identifyProcess(process.pid),
    workerdPid,
    workerdIdentity: workerdPid === null ? null : identifyProcess(workerdPid),
    port,
    folder: identifyFolder(dataDir),
  };
  const draft = `${runPath(dataDir)}.new`;
  try {
    writeFileSync(draft, JSON.stringify(run), { mode: 0o600 });
    renameSync(draft, runPath(dataDir));
  } catch (error) {
    say(`${runPath(dataDir)} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
export function removeRunFile(dataDir: string): void {
  try {
    rmSync(runPath(dataDir), { force: true });
  } catch {
    // A folder that went away, or is read-only by now. The next start knows that its processes are gone.
  }
}

/** Null for none, and for one that is not whole. */
function readRunFile(dataDir: string): RunFile | null {
  try {
    const run = JSON.parse(readFileSync(runPath(dataDir), "utf8")) as Partial<RunFile> | null;
    const isWhole = Number.isInteger(run?.runnerPid) && typeof run?.folder === "string";
    return isWhole ? (run as RunFile) : null;
  } catch {
    return null;
  }
}
