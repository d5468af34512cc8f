import { unavailable } from "./refusal.ts";

/** Answers 204 while the disk has room, else 507. Only Helios on one machine has one (scripts/runner/disk-room.ts). */
type Env = { DISK_ROOM?: Pick<Fetcher, "fetch"> };

const ASK_MS = 1_000;
const RETRY_SECONDS = 30;

/** Whether there is room for more samples; nobody waits for the answer, which is the one of a second before. */
export class DiskRoom {
  readonly #now: () => number;
  #hasRoom = true;
  #askedAtMs = -Infinity;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** `goOn`: takes what is still to be done when the caller has answered, as `waitUntil` does. */
  has({ DISK_ROOM }: Env, goOn: (work: Promise<void>) => void): boolean {
    if (!DISK_ROOM) return true;
    const now = this.#now();
    if (Math.abs(now - this.#askedAtMs) >= ASK_MS) {
      this.#askedAtMs = now;
      goOn(this.#ask(DISK_ROOM));
    }
    return this.#hasRoom;
  }

  /** Throws a refusal when there is none. */
  require(env: Env, goOn: (work: Promise<void>) => void): void {
    if (this.has(env, goOn)) return;
    throw unavailable(
      "Helios' disk is nearly full and takes no samples just now; keep the batch and send it again later.",
      RETRY_SECONDS,
    );
  }

  async #ask(room: NonNullable<Env["DISK_ROOM"]>): Promise<void> {
    try {
      this.#hasRoom = (await room.fetch("http://disk/room")).status !== 507;
    } catch {
      // Not told: as before.
    }
  }
}

/** One for all of an isolate: its requests and the recorders in it. */
export const diskRoom = new DiskRoom();
