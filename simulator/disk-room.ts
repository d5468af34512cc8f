import { statfsSync } from "node:fs";

/** Half of what Helios keeps for reading (scripts/runner/disk-room.ts): an outbox on the same disk must not eat it. */
const KEPT_BYTES = 32 * 2 ** 20;

export function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= KEPT_BYTES;
  } catch {
    // Not told: writing will show.
    return true;
  }
}
