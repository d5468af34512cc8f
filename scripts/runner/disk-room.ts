/**
 * Keeps a full disk from ending more than it must. A share of the data folder's disk is kept for reading and signing in:
 * when less is left, samplers are told to wait (workers/ingest/disk-room.ts) and sealing pauses, until there is room again.
 * Should something else fill the disk wholly, a file that was kept for it is given up: SQLite needs some room even to read.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";

const MIB = 2 ** 20;
/** Less than that is nearly full: what one machine's hours of sealing need, several times. */
export const KEPT_BYTES = 64 * MIB;
/** From there on there is room again; between the two nothing changes, so that it does not flutter. */
export const ROOM_BYTES = 2 * KEPT_BYTES;
/** Less than that, and reading fails next. */
const LAST_BYTES = 2 * MIB;
const SPARE_BYTES = 16 * MIB;
const LOOK_MS = 1_000;

export type DiskRoom = {
  /** Whether samples may be stored. */
  hasRoom(): boolean;
  /** Looks at once; rejects never. */
  look(): Promise<void>;
  stop(): void;
};

type Deps = {
  dataDir: string;
  say: (line: string) => void;
  /** Bytes left for Helios; the system's own answer unless a test gives one. */
  freeBytes?: () => Promise<number>;
};

export function watchDiskRoom({
  dataDir,
  say,
  freeBytes = () => freeBytesOf(dataDir),
}: Deps): DiskRoom {
  const spare = join(dataDir, "spare");
  let isShort = false;
  const keepSpare = (): void => {
    if (!existsSync(spare)) writeFileSync(spare, Buffer.alloc(SPARE_BYTES), { mode: 0o600 });
  };
  const look = async (): Promise<void> => {
    try {
      const free = await freeBytes();
      if (free < LAST_BYTES) rmSync(spare, { force: true });
      if (!isShort && free < KEPT_BYTES) {
        isShort = true;
        say(
          `The disk of ${dataDir} is nearly full (${toMib(free)} MiB left). What samplers send is refused until there are ${toMib(ROOM_BYTES)} MiB; they keep it and send it again. All else goes on.`,
        );
      } else if (isShort && free >= ROOM_BYTES) {
        isShort = false;
        say(`The disk of ${dataDir} has room again; samples are stored.`);
      }
      // Also while samples wait for more room: what fills the disk may go on.
      if (free >= KEPT_BYTES) keepSpare();
    } catch {
      // A disk that does not answer now: the next look tells.
    }
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return { hasRoom: () => !isShort, look, stop: () => clearInterval(timer) };
}

const toMib = (bytes: number): number => Math.floor(bytes / MIB);

async function freeBytesOf(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
