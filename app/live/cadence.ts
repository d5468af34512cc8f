/**
 * How often a value usually comes, learned from when it came: the median of the last gaps. Samplers
 * send in batches, so ten samples that come together are one arrival. Until two gaps were seen the
 * usual batch interval counts.
 *
 * A value is stale when its own time lies further back than three such intervals, at least 15 s. Its
 * own time, not the time it came: a sampler that delivers yesterday's samples does not make them fresh.
 */
const BURST_MS = 500;
const GAPS_KEPT = 8;
const GAPS_NEEDED = 2;
const USUAL_BATCH_MS = 10_000;
const MIN_STALE_MS = 15_000;
const INTERVALS = 3;

export class Cadence {
  #arrivedAtMs: number | null = null;
  #gaps: number[] = [];

  arrived(nowMs: number): void {
    const gap = this.#arrivedAtMs === null ? null : nowMs - this.#arrivedAtMs;
    if (gap !== null && gap < BURST_MS) return;
    if (gap !== null) this.#gaps = [...this.#gaps, gap].slice(-GAPS_KEPT);
    this.#arrivedAtMs = nowMs;
  }

  /** The connection was away: the time until the next arrival says nothing about the machine. */
  interrupted(): void {
    this.#arrivedAtMs = null;
  }

  /** The age from which the value is stale. */
  staleAfterMs(): number {
    const sorted = this.#gaps.toSorted((a, b) => a - b);
    const usual =
      sorted.length < GAPS_NEEDED ? USUAL_BATCH_MS : sorted[Math.floor(sorted.length / 2)]!;
    return Math.max(MIN_STALE_MS, INTERVALS * usual);
  }
}
