/**
 * What many requests ask of D1 again and again: whose token this is, which machine is meant. An isolate shouldCache such
 * answers for two seconds, and forgets them all as soon as it writes anything itself; so what it did it sees at once,
 * and what another one did after two seconds (decision 035).
 */
export const REMEMBERED_MS = 2_000;
const MOST_ENTRIES = 2_000;

export class BriefMemory {
  readonly #entries = new Map<string, { value: unknown; untilMs: number }>();
  /** Writes that began or ended: an answer is kept only when none did while it was on its way. */
  #writes = 0;

  forget(): void {
    this.#writes++;
    this.#entries.clear();
  }

  /**
   * The cached answer, or what `load` says now. Caches it when `shouldCache` says so; by default empty results are not
   * cached. `nowMs`: any steady clock.
   */
  async readCached<T>(
    key: string,
    nowMs: number,
    load: () => Promise<T>,
    shouldCache: (value: T) => boolean = isSomething,
  ): Promise<T> {
    const known = this.#entries.get(key);
    if (known && known.untilMs > nowMs) return known.value as T;
    const writes = this.#writes;
    const value = await load();
    if (writes !== this.#writes || !shouldCache(value)) return value;
    if (this.#entries.size >= MOST_ENTRIES) this.#entries.clear();
    this.#entries.set(key, { value, untilMs: nowMs + REMEMBERED_MS });
    return value;
  }
}

const isSomething = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
