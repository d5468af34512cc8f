/**
 * A lock that one process has: SQLite's write lock on an empty file, which SQLite takes as a record lock of the kernel (fcntl;
 * LockFileEx on Windows). It belongs to the process and to the file's inode. The kernel frees it in the moment in which the
 * process ends, however it ends, so there is no stale lock to take over and no process id to compare; a stopped process keeps
 * it; a copied folder has a file, and so a lock, of its own; a link leads to the same.
 *
 * The process that holds it must not open the file in another way: on POSIX systems, closing any handle frees the lock.
 */
import { closeSync, openSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/** `isInPlace`: the file is the one that was locked. `release`: before the process ends, which releases by itself. */
export type ExclusiveLock = { isInPlace(): boolean; release(): void };

export class LockFileError extends Error {}

/** Null when another process has it. Throws LockFileError when the file is no lock, a system's or SQLite's error when it cannot be written. */
export function takeLock(path: string): ExclusiveLock | null {
  const inode = inodeOf(path) ?? createEmpty(path);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // No journal file: nothing is ever written.
    database.exec("PRAGMA journal_mode = MEMORY");
    // Takes one lock, the reserved one, at once or not at all: of those that try together exactly one has it.
    database.exec("BEGIN IMMEDIATE");
  } catch (error) {
    database.close();
    const { errcode = 0 } = error as { errcode?: number };
    if ((errcode & 0xff) === SQLITE_BUSY) return null;
    if ((errcode & 0xff) === SQLITE_NOTADB)
      throw new LockFileError(`${path} is not a lock file of Helios. Remove it.`);
    throw error;
  }
  if (inode === null || inodeOf(path) !== inode) {
    // Removed and made anew meanwhile: what is locked is not what the others see.
    database.close();
    return null;
  }
  held.add(database);
  return {
    isInPlace: () => inodeOf(path) === inode,
    release: () => {
      held.delete(database);
      database.close();
    },
  };
}

/** Only a file that is new, so that no lock of this process is freed by the closing. */
function createEmpty(path: string): string | null {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return inodeOf(path);
}

/** A handle that nothing refers to would be closed, and the lock with it. */
const held = new Set<DatabaseSync>();

function inodeOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.dev}:${stats.ino}` : null;
}
