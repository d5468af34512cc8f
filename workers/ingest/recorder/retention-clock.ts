/**
 * The time by which retention is judged. It goes on with Helios' clock, never past it, and does not follow a jump: a start
 * with a clock years ahead must not delete history, nor refuse today's samples as too old. After a jump it stands still
 * until the clock has agreed with itself for an hour. A machine that Helios did not watch for a week (it was off) keeps
 * its samples a week longer.
 */
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { CLOCK_AGREES_MS, CLOCK_LOOK_MS, CLOCK_STEP_MS } from "./limits.ts";
import type { LogStore } from "./log-store.ts";

export type ClockEvent = { event: "recorder_clock_jumped"; from: string; to: string };
type Deps = {
  memory: MachineMemory;
  log: LogStore;
  now: () => number;
  tell: (event: ClockEvent) => void;
};
/** `agreesSinceMs`: since when the clock has not jumped. */
type Kept = { timeMs: number; agreesSinceMs: number; lookedAtMs: number };

const KEY = "retention_clock";

export class RetentionClock {
  readonly #deps: Deps;
  #kept: Kept | null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#kept = deps.log.readMeta<Kept>(KEY);
  }

  /** Unix milliseconds, at most now. */
  nowMs(): number {
    const now = this.#deps.now();
    const { timeMs, agreesSinceMs, lookedAtMs } = (this.#kept ??= this.#begin(now));
    const stepMs = now - lookedAtMs;
    if (stepMs >= 0 && stepMs < CLOCK_LOOK_MS) return Math.min(timeMs, now);
    const hasJumped = stepMs > CLOCK_STEP_MS || stepMs < -CLOCK_LOOK_MS;
    if (hasJumped)
      this.#deps.tell({ event: "recorder_clock_jumped", from: iso(lookedAtMs), to: iso(now) });
    const agrees = !hasJumped && now - agreesSinceMs >= CLOCK_AGREES_MS;
    return this.#keep({
      timeMs: Math.min(now, timeMs + (agrees ? Math.max(0, stepMs) : 0)),
      agreesSinceMs: hasJumped ? now : Math.min(agreesSinceMs, now),
      lookedAtMs: now,
    });
  }

  /** As nowMs, and never past what the machine has sent; -Infinity before it has. */
  retiresMs(): number {
    return Math.min(this.nowMs(), this.#newestMs());
  }

  /** A machine that an older release kept is believed as far as its samples go. */
  #begin(now: number): Kept {
    const isOld = this.#deps.memory.sealed.size > 0;
    const begun = {
      timeMs: isOld ? Math.min(now, this.#newestMs()) : now,
      agreesSinceMs: isOld ? now : 0,
      lookedAtMs: now,
    };
    this.#keep(begun);
    return begun;
  }

  #keep(kept: Kept): number {
    this.#kept = kept;
    this.#deps.log.writeMeta(KEY, kept);
    return kept.timeMs;
  }

  #newestMs(): number {
    let newest = -Infinity;
    for (const { timeMs } of this.#deps.memory.latest.values()) newest = Math.max(newest, timeMs);
    return newest;
  }
}

/** A time that was noted; none when it lies ahead, for the clock was set back since. */
export const unlessAhead = (noted: number, now: number): number =>
  noted > now ? -Infinity : noted;

const iso = (timeMs: number): string => new Date(timeMs).toISOString();
