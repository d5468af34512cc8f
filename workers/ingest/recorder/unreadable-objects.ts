/**
 * Objects that were found damaged or missing. Upkeep leaves what rests on them as it is and goes on with the rest, so
 * that damage is never written on; after a while they are tried again, for somebody may have brought them back.
 */
import { isUnreadable, type UnreadableError } from "#app/storage/segment-read.ts";

export const TRY_AGAIN_MS = 3_600_000;

export type UnreadableEvent = { event: "recorder_object_unreadable"; key: string; error: string };

export class UnreadableObjects {
  readonly #now: () => number;
  readonly #report: (event: UnreadableEvent) => void;
  readonly #untilMs = new Map<string, number>();

  constructor({ now, report }: { now: () => number; report: (event: UnreadableEvent) => void }) {
    this.#now = now;
    this.#report = report;
  }

  /** Notes and logs the error's object; false when the error is another one. */
  note(error: unknown): error is UnreadableError {
    if (!isUnreadable(error)) return false;
    if (!this.has(error.key))
      this.#report({ event: "recorder_object_unreadable", key: error.key, error: error.message });
    this.#untilMs.set(error.key, this.#now() + TRY_AGAIN_MS);
    return true;
  }

  has(key: string | undefined): boolean {
    return key !== undefined && (this.#untilMs.get(key) ?? -Infinity) > this.#now();
  }
}
