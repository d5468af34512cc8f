/**
 * Events on their way to one hub: one call at a time, so that they arrive in order, and a bounded
 * queue behind it, so that a slow hub holds up neither the channel nor the other hubs. When the queue
 * is full the oldest events go; the jump in seq tells the clients to read them elsewhere.
 */
const MAX_QUEUED = 512;
/** A hub that fails this often in a row is given up; its sockets subscribe again when they notice. */
const MAX_FAILURES = 3;

type Batch = { firstSeq: number; frames: string[] };
export type Deliver = (firstSeq: number, frames: string[]) => Promise<"ok" | "gone">;

export class HubQueue {
  /** The number of the hub's subscription. */
  since: number;
  readonly #deliver: Deliver;
  #queued: Batch[] = [];
  #size = 0;
  #isRunning = false;
  #failures = 0;

  constructor(since: number, deliver: Deliver) {
    this.since = since;
    this.#deliver = deliver;
  }

  push(batch: Batch): void {
    this.#queued.push(batch);
    this.#size += batch.frames.length;
    while (this.#size > MAX_QUEUED && this.#queued.length > 1)
      this.#size -= this.#queued.shift()!.frames.length;
  }

  /** Sends until the queue is empty. Answers "lost" when the hub is to be forgotten; "running" when another run is at it. */
  async run(onError: (error: unknown) => void): Promise<"empty" | "running" | "lost"> {
    if (this.#isRunning) return "running";
    this.#isRunning = true;
    try {
      for (let batch = this.#next(); batch !== null; batch = this.#next()) {
        const { since } = this;
        try {
          const answer = await this.#deliver(batch.firstSeq, batch.frames);
          this.#failures = 0;
          // A subscription that came meanwhile is meant to stay.
          if (answer === "gone" && since === this.since) return "lost";
        } catch (error) {
          this.#failures += 1;
          onError(error);
          if (this.#failures >= MAX_FAILURES && since === this.since) return "lost";
        }
      }
      return "empty";
    } finally {
      this.#isRunning = false;
    }
  }

  /** Everything that follows without a jump, as one call. */
  #next(): Batch | null {
    const first = this.#queued.shift();
    if (first === undefined) return null;
    const frames = [...first.frames];
    while (this.#queued[0]?.firstSeq === first.firstSeq + frames.length)
      for (const frame of this.#queued.shift()!.frames) frames.push(frame);
    this.#size -= frames.length;
    return { firstSeq: first.firstSeq, frames };
  }
}
