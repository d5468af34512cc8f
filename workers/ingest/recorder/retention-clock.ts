/**
 * The time by which retention is judged (domain/kept-clock.ts). A machine that Helios did not watch for a week (it was off)
 * keeps its samples a week longer.
 */
import { beginClock, lookAtClock, type KeptClock } from "#app/domain/kept-clock.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { CLOCK_LOOK_MS } from "./limits.ts";
import type { LogStore } from "./log-store.ts";

export type ClockEvent = { event: "recorder_clock_jumped"; from: string; to: string };
type Deps = {
  memory: MachineMemory;
  log: LogStore;
  now: () => number;
  /** What Helios holds the time to be, when this machine's recorder knows nothing yet; Infinity when it was not told. */
  believedMs: () => number;
  report: (event: ClockEvent) => void;
};

const KEY = "retention_clock";

export class RetentionClock {
  readonly #deps: Deps;
  #kept: KeptClock | null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#kept = deps.log.readMetaIfIntact<KeptClock>(KEY);
  }

  /** Unix milliseconds, at most now. */
  nowMs(): number {
    const now = this.#deps.now();
    const kept = (this.#kept ??= this.#keep(this.#begin(now)));
    const stepMs = now - kept.lookedAtMs;
    if (stepMs >= 0 && stepMs < CLOCK_LOOK_MS) return Math.min(kept.timeMs, now);
    const { hasJumped, ...looked } = lookAtClock(kept, now);
    if (hasJumped)
      this.#deps.report({
        event: "recorder_clock_jumped",
        from: iso(kept.lookedAtMs),
        to: iso(now),
      });
    return this.#keep(looked).timeMs;
  }

  /** As nowMs, and never past what the machine has sent; -Infinity before it has. */
  retiresMs(): number {
    return Math.min(this.nowMs(), this.#newestMs());
  }

  /** A machine that an older release kept is believed as far as its samples go; a new one as far as Helios knows. */
  #begin(now: number): KeptClock {
    const isOld = this.#deps.memory.sealed.size > 0;
    return isOld
      ? { timeMs: Math.min(now, this.#newestMs()), agreesSinceMs: now, lookedAtMs: now }
      : beginClock(now, this.#deps.believedMs());
  }

  #keep(kept: KeptClock): KeptClock {
    this.#kept = kept;
    this.#deps.log.writeMeta(KEY, kept);
    return kept;
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
