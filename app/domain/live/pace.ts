/** Counts what may happen `burst` times at once and `perSecond` times a second after that. Pure. */
import type { Pace } from "./limits.ts";

export class PaceCounter {
  readonly #pace: Pace;
  #left: number;
  #countedAtMs = -Infinity;

  constructor(pace: Pace) {
    this.#pace = pace;
    this.#left = pace.burst;
  }

  /** False when there were too many; one that is refused is not counted. */
  take(nowMs: number): boolean {
    this.#refill(nowMs);
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** Whether it counts nothing that a new counter would not. */
  isFull(nowMs: number): boolean {
    this.#refill(nowMs);
    return this.#left >= this.#pace.burst;
  }

  /** A clock that goes back refills nothing, and goes on from there. */
  #refill(nowMs: number): void {
    const { burst, perSecond } = this.#pace;
    const passedMs = Math.max(0, nowMs - this.#countedAtMs);
    this.#left = Math.min(burst, this.#left + (passedMs / 1_000) * perSecond);
    this.#countedAtMs = nowMs;
  }
}
