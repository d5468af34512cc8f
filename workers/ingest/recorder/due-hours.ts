/**
 * Which hour is sealed when. One write may open an hour of each of thousands: each question looks at the first hours of an
 * order that is kept, and never at all of them.
 *
 * Hours are sealed in the order of time: what is derived of one, and the bounds of its day, rest on those before. So one
 * waits while samples still come for an older one, as a first history brings them, but not for ever.
 */
import type { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import {
  IN_ORDER_MS,
  OVERDUE_MS,
  QUIET_MS,
  SEAL_GRACE_MS,
  SEAL_PRESSURE_SAMPLES,
  SEAL_SPREAD_MS,
} from "./limits.ts";
import { unlessAhead } from "./retention-clock.ts";
import type { UnreadableObjects } from "./unreadable-objects.ts";

type Deps = {
  deviceId: number;
  memory: MachineMemory;
  unreadable: UnreadableObjects;
  now: () => number;
};

export class DueHours {
  readonly #deps: Deps;
  /** Since when an hour that is due waits for an older one; null: none does. */
  #heldSinceMs: number | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Hours of the past in memory that should be sealed by now. */
  get overdue(): number {
    const latestMs = this.#deps.now() - OVERDUE_MS;
    let count = 0;
    for (const hour of this.#deps.memory.hours.values())
      if (Math.max(this.#endMs(hour), this.#quietMs(hour.hourMs)) <= latestMs) count++;
    return count;
  }

  /** When the next hour is due; Infinity when none is. */
  nextDueMs(): number {
    const { memory, now } = this.#deps;
    if (this.#pressing() !== null || this.#oldestLate() !== null) return now();
    const heldFromMs = this.#heldSinceMs === null ? Infinity : this.#heldFromMs();
    const oldest = memory.hours.get(heldFromMs);
    let due = Infinity;
    if (oldest)
      due = Math.min(
        Math.max(this.#endMs(oldest), this.#quietMs(heldFromMs)),
        (this.#heldSinceMs ?? 0) + IN_ORDER_MS,
      );
    for (const hour of memory.hours.busy()) {
      if (this.#isStuck(hour)) continue;
      const [endMs, quietMs] = [this.#endMs(hour), this.#quietMs(hour.hourMs)];
      if (hour.hourMs <= heldFromMs) due = Math.min(due, Math.max(endMs, quietMs));
      // Something came for the hours behind it later still.
      if (endMs <= quietMs) break;
    }
    for (const hour of memory.hours.quiet()) {
      if (due <= now() || hour.hourMs > heldFromMs) break;
      if (!this.#isStuck(hour)) due = Math.min(due, this.#endMs(hour));
    }
    return due;
  }

  /** The hour to seal now, the most pressing first; null when none is due. */
  next(): number | null {
    const { memory, now } = this.#deps;
    memory.hours.calm((hourMs) => this.#quietMs(hourMs) <= now());
    const heldFromMs = memory.hours.oldestBusy?.hourMs ?? Infinity;
    let isHeld = false;
    for (const hour of memory.hours.quiet()) {
      if (this.#endMs(hour) > now() || this.#isStuck(hour)) continue;
      isHeld ||= hour.hourMs > heldFromMs;
      if (isHeld) this.#heldSinceMs ??= now();
      if (hour.hourMs > this.#heldFromMs()) break;
      return hour.hourMs;
    }
    if (!isHeld) this.#heldSinceMs = null;
    return this.#pressing() ?? this.#oldestLate();
  }

  /** Hours after this one wait for it; Infinity when none waits, or they have waited long enough. */
  #heldFromMs(): number {
    const now = this.#deps.now();
    const isOver =
      this.#heldSinceMs !== null && unlessAhead(this.#heldSinceMs, now) + IN_ORDER_MS <= now;
    return isOver ? Infinity : (this.#deps.memory.hours.oldestBusy?.hourMs ?? Infinity);
  }

  /** The oldest hour, where memory holds too many samples; else null. */
  #pressing(): number | null {
    const { memory } = this.#deps;
    if (memory.samples <= SEAL_PRESSURE_SAMPLES) return null;
    for (const hour of memory.hours.inOrder()) if (!this.#isStuck(hour)) return hour.hourMs;
    return null;
  }

  /** The oldest sealed hour whose derived values are behind and can be made anew; null without. */
  #oldestLate(): number | null {
    for (const hourMs of this.#deps.memory.sealed.late())
      if (!this.#isStuck({ hourMs, complete: false })) return hourMs;
    return null;
  }

  /** Late samples of an hour whose object cannot be read wait in memory and log: sealed alone they would replace it. */
  #isStuck({ hourMs, complete }: Pick<HourBuffer, "hourMs" | "complete">): boolean {
    const { memory, unreadable } = this.#deps;
    return !complete && unreadable.has(memory.sealed.get(hourMs)?.segment.key);
  }

  /** From when on the hour may be sealed if it is quiet: what comes late for a sealed one waits for nothing else. */
  #endMs({ hourMs, complete }: HourBuffer): number {
    if (!complete) return 0;
    return hourMs + HOUR_MS + SEAL_GRACE_MS + ((this.#deps.deviceId * 7919) % SEAL_SPREAD_MS);
  }

  /** From when on it is quiet, if nothing comes. */
  #quietMs(hourMs: number): number {
    const { memory, now } = this.#deps;
    return unlessAhead(memory.hours.touchedMs(hourMs), now()) + QUIET_MS;
  }
}
