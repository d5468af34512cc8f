/**
 * Samples that listeners have not been given yet: of watched metrics, newer than what was given or another value of its
 * time, in time order, each once.
 */
import type { Sample } from "./types.ts";

export class FreshSamples {
  /** Metrics somebody listens to, and the last sample they were given. */
  readonly #given = new Map<string, Sample | null>();
  #waiting = new Map<string, Sample[]>();

  /** `given` and what is older is known to the listeners already; null: nothing is. */
  watch(metric: string, given: Sample | null): void {
    this.#given.set(metric, given);
  }

  unwatch(metric: string): void {
    this.#given.delete(metric);
    this.#waiting.delete(metric);
  }

  get isIdle(): boolean {
    return this.#given.size === 0;
  }

  isWatched(metric: string): boolean {
    return this.#given.has(metric);
  }

  watched(): Iterable<string> {
    return this.#given.keys();
  }

  /** Time of the oldest sample that waits; Infinity without. */
  get nextMs(): number {
    let next = Infinity;
    for (const [first] of this.#waiting.values()) next = Math.min(next, first?.timeMs ?? Infinity);
    return next;
  }

  /** The clock was set back, so the values given lie in its future: the next sample replaces them. */
  yieldAfter(untilMs: number): void {
    for (const [metric, given] of this.#given)
      if (given !== null && given.timeMs > untilMs) this.#given.set(metric, null);
  }

  /** -Infinity before the first one. */
  givenMs(metric: string): number {
    return this.#given.get(metric)?.timeMs ?? -Infinity;
  }

  /** Of two of one moment the last one stays. */
  offer(metric: string, sample: Sample): void {
    if (!replaces(this.#given.get(metric) ?? null, sample)) return;
    const list = this.#waiting.get(metric);
    if (!list) this.#waiting.set(metric, [sample]);
    else if (sample.timeMs > (list[list.length - 1] as Sample).timeMs) list.push(sample);
    else insertByTime(list, sample);
  }

  /** Hands out those up to the time, once; later ones go on waiting. */
  take(untilMs: number): Map<string, Sample[]> {
    const taken = new Map<string, Sample[]>();
    for (const [metric, samples] of this.#waiting) {
      const later = samples.findIndex(({ timeMs }) => timeMs > untilMs);
      if (later === 0) continue;
      const due = later < 0 ? samples : samples.slice(0, later);
      if (later < 0) this.#waiting.delete(metric);
      else this.#waiting.set(metric, samples.slice(later));
      taken.set(metric, due);
      this.#given.set(metric, due[due.length - 1] as Sample);
    }
    return taken;
  }
}

/** Whether a sample stands for the metric in another one's place: newer than that, or another value of its time. */
export const replaces = (shown: Sample | null, sample: Sample): boolean =>
  shown === null ||
  sample.timeMs > shown.timeMs ||
  (sample.timeMs === shown.timeMs && sample.value !== shown.value);

function insertByTime(list: Sample[], sample: Sample): void {
  const index = list.findIndex((other) => other.timeMs >= sample.timeMs);
  if (list[index]?.timeMs === sample.timeMs) list[index] = sample;
  else list.splice(index, 0, sample);
}
