/** Samples that listeners have not been given yet: of watched metrics, newer than what was given, in time order, each once. */
import type { Sample } from "./types.ts";

export class FreshSamples {
  /** Metrics somebody listens to, and the time of the last sample they were given. */
  readonly #givenMs = new Map<string, number>();
  #waiting = new Map<string, Sample[]>();

  /** Samples up to `givenMs` are known to the listeners already; -Infinity: none is. */
  watch(metric: string, givenMs: number): void {
    this.#givenMs.set(metric, givenMs);
  }

  unwatch(metric: string): void {
    this.#givenMs.delete(metric);
    this.#waiting.delete(metric);
  }

  get isIdle(): boolean {
    return this.#givenMs.size === 0;
  }

  isWatched(metric: string): boolean {
    return this.#givenMs.has(metric);
  }

  watched(): Iterable<string> {
    return this.#givenMs.keys();
  }

  /** Time of the oldest sample that waits; Infinity without. */
  get nextMs(): number {
    let next = Infinity;
    for (const [first] of this.#waiting.values()) next = Math.min(next, first?.timeMs ?? Infinity);
    return next;
  }

  /** The clock was set back, so the values given lie in its future: the next sample replaces them. */
  yieldAfter(untilMs: number): void {
    for (const [metric, givenMs] of this.#givenMs)
      if (givenMs > untilMs) this.#givenMs.set(metric, -Infinity);
  }

  /** -Infinity before the first one. */
  givenMs(metric: string): number {
    return this.#givenMs.get(metric) ?? -Infinity;
  }

  /** Of two of one moment the last one stays. */
  offer(metric: string, sample: Sample): void {
    if (sample.timeMs <= this.givenMs(metric)) return;
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
      this.#givenMs.set(metric, (due[due.length - 1] as Sample).timeMs);
    }
    return taken;
  }
}

function insertByTime(list: Sample[], sample: Sample): void {
  const index = list.findIndex((other) => other.timeMs >= sample.timeMs);
  if (list[index]?.timeMs === sample.timeMs) list[index] = sample;
  else list.splice(index, 0, sample);
}
