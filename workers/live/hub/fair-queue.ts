/**
 * Work of several owners, some of it at a time: each owner's in order, the owners in turns, and a pause after
 * every few pieces, so that one who asks for much holds up neither the others nor what else the hub does.
 */

type Work = () => Promise<void>;
type Line = { waiting: Work[]; running: number };

export type FairQueueOptions = {
  /** Pieces that run at the same time, of all and of one owner. */
  most: number;
  mostAnOwner: number;
  /** Between `aTurn` pieces others get their `turn`. */
  aTurn: number;
  turn: () => Promise<void>;
};

export class FairQueue {
  readonly #options: FairQueueOptions;
  /** Owners with work, in the order of their turns. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #begun = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Runs `work`, which never throws, when its turn has come. Resolves when it is done. */
  add(owner: string, work: Work): Promise<void> {
    return new Promise((resolve) => {
      const line = this.#lines.get(owner) ?? { waiting: [], running: 0 };
      this.#lines.set(owner, line);
      line.waiting.push(async () => {
        await work();
        resolve();
      });
      this.#begin();
    });
  }

  #begin(): void {
    const { most, mostAnOwner } = this.#options;
    while (this.#running < most) {
      const next = [...this.#lines].find(
        ([, line]) => line.waiting.length > 0 && line.running < mostAnOwner,
      );
      if (next === undefined) return;
      const [owner, line] = next;
      // To the end of the round.
      this.#lines.delete(owner);
      this.#lines.set(owner, line);
      line.running += 1;
      this.#running += 1;
      void this.#run(owner, line, line.waiting.shift()!);
    }
  }

  async #run(owner: string, line: Line, work: Work): Promise<void> {
    try {
      this.#begun += 1;
      if (this.#begun % this.#options.aTurn === 0) await this.#options.turn();
      await work();
    } finally {
      line.running -= 1;
      this.#running -= 1;
      if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(owner);
      this.#begin();
    }
  }
}
