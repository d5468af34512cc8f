/**
 * Metrics whose percentiles changed in one act with many others, until their bounds are found. Which ones they are outlives a
 * restart; what was found meanwhile does not, and is found again.
 */
import type { ThresholdBounds } from "#app/domain/detection/threshold.ts";
import type { RecorderStorage } from "./log-store.ts";

const SCHEMA =
  "CREATE TABLE IF NOT EXISTS changed_percentiles (metric TEXT PRIMARY KEY) WITHOUT ROWID";

export class ChangedMetrics {
  readonly #storage: RecorderStorage;
  readonly #waiting: Set<string>;
  #found = new Map<string, ThresholdBounds | null>();
  /** The day (Unix ms) before which everything of `#found` was known. */
  #day = -Infinity;

  constructor(storage: RecorderStorage) {
    this.#storage = storage;
    storage.sql.exec(SCHEMA);
    const rows = storage.sql
      .exec<{ metric: string }>("SELECT metric FROM changed_percentiles ORDER BY metric")
      .toArray();
    this.#waiting = new Set(rows.map(({ metric }) => metric));
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** What was found of any of them is void. `settled` wait no longer. */
  put(waiting: readonly string[], settled: readonly string[]): void {
    for (const metric of settled) {
      if (!this.#waiting.delete(metric)) continue;
      this.#found.delete(metric);
      this.#storage.sql.exec("DELETE FROM changed_percentiles WHERE metric = ?", metric);
    }
    for (const metric of waiting) {
      this.#found.delete(metric);
      if (this.#waiting.has(metric)) continue;
      this.#waiting.add(metric);
      this.#storage.sql.exec("INSERT INTO changed_percentiles (metric) VALUES (?)", metric);
    }
  }

  /** Of which nothing is found yet for the day; at most `limit`. */
  next(day: number, limit: number): string[] {
    if (day !== this.#day) this.#found = new Map();
    this.#day = day;
    const left: string[] = [];
    for (const metric of this.#waiting) {
      if (left.length === limit) break;
      if (!this.#found.has(metric)) left.push(metric);
    }
    return left;
  }

  /** null: it has no bounds. */
  found(metric: string, day: number, bounds: ThresholdBounds | null): void {
    if (day === this.#day && this.#waiting.has(metric)) this.#found.set(metric, bounds);
  }

  /** What was found for the day; null while some is missing. */
  whole(day: number): ReadonlyMap<string, ThresholdBounds | null> | null {
    return day === this.#day && this.#found.size === this.#waiting.size ? this.#found : null;
  }

  clear(): void {
    this.#storage.sql.exec("DELETE FROM changed_percentiles");
    this.#waiting.clear();
    this.#found = new Map();
  }
}
