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

  /** Hands them out, once. */
  take(): Map<string, Sample[]> {
    const taken = this.#waiting;
    if (taken.size > 0) this.#waiting = new Map();
    for (const [metric, samples] of taken)
      this.#givenMs.set(metric, (samples[samples.length - 1] as Sample).timeMs);
    return taken;
  }
}

function insertByTime(list: Sample[], sample: Sample): void {
  const index = list.findIndex((other) => other.timeMs >= sample.timeMs);
  if (list[index]?.timeMs === sample.timeMs) list[index] = sample;
  else list.splice(index, 0, sample);
}
