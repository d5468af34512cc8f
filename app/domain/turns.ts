/**
 * Long work in short stretches. A Worker answers everybody on one thread, and looks for what came over the network only
 * when nothing of its own is ready: awaiting something that is there already lets nobody in. What takes long tells after
 * each piece what it has done; when a stretch is used up, everybody who works here waits for a timer, which lets the
 * network have its turn, and the first one back begins the next stretch.
 */
export class Turns {
  readonly #rest: () => Promise<void>;
  readonly #most: number;
  #done = 0;
  /** How many stretches have ended. */
  #ended = 0;

  /** `rest` resolves by a timer of whoever asks; `most`: values of one stretch, of all who work here together. */
  constructor(rest: () => Promise<void>, most: number = STRETCH_VALUES) {
    this.#rest = rest;
    this.#most = most;
  }

  /**
   * Between two pieces of work: tells how many values the last one went through, 0 after waiting for something else. What
   * begins now is counted for a small piece at once, so that of many who come back together not all begin.
   */
  async take(values: number): Promise<void> {
    const piece = this.#most / PIECES;
    this.#done += Math.max(0, values - piece);
    while (this.#done >= this.#most) {
      const ended = this.#ended;
      await this.#rest();
      // Timers that end together come back without a turn of the network between them: only the first begins anew.
      if (ended === this.#ended) {
        this.#ended += 1;
        this.#done = 0;
      }
    }
    this.#done += piece;
  }
}

export type TakesTurns = Pick<Turns, "take">;

/** Small pieces of a stretch. */
const PIECES = 20;

/** Values that are decoded, folded or written between two turns of the network: about ten milliseconds. */
export const STRETCH_VALUES = 150_000;

/** Smaller pieces are told together. */
export const PIECE_VALUES = STRETCH_VALUES / PIECES;

/** Where nobody else waits for the thread. */
export const noTurns: TakesTurns = { take: async () => undefined };
