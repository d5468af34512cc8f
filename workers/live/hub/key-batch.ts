/**
 * Looks up keys that are asked for one by one in as few questions as possible: one question at a time, with all
 * keys that came while the one before was under way. A key is asked after its `load` was called.
 */
type Waiting<V> = {
  answer: Promise<V>;
  resolve: (value: V) => void;
  reject: (error: unknown) => void;
};

export class KeyBatch<K, V> {
  readonly #ask: (keys: K[]) => Promise<ReadonlyMap<K, V>>;
  /** Keys of one question at most. */
  readonly #most: number;
  readonly #waiting = new Map<K, Waiting<V | null>>();
  #isRunning = false;

  constructor(ask: (keys: K[]) => Promise<ReadonlyMap<K, V>>, most: number) {
    this.#ask = ask;
    this.#most = most;
  }

  /** null: there is nothing by that key. Rejects as the question did. */
  load(key: K): Promise<V | null> {
    const known = this.#waiting.get(key);
    if (known !== undefined) return known.answer;
    const { promise, resolve, reject } = Promise.withResolvers<V | null>();
    this.#waiting.set(key, { answer: promise, resolve, reject });
    if (!this.#isRunning) void this.#run();
    return promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.size > 0) {
      // What is asked for in the same turn goes along.
      await Promise.resolve();
      const asked = [...this.#waiting].slice(0, this.#most);
      for (const [key] of asked) this.#waiting.delete(key);
      try {
        const found = await this.#ask(asked.map(([key]) => key));
        for (const [key, { resolve }] of asked) resolve(found.get(key) ?? null);
      } catch (error) {
        for (const [, { reject }] of asked) reject(error);
      }
    }
    this.#isRunning = false;
  }
}
