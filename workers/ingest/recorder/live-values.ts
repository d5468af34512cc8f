/** What a machine's metrics are now, each with the flag of its moment, and what is new of those that somebody watches. */
import { ownerOf } from "#app/domain/detection/companions.ts";
import { minOf } from "#app/domain/extremes.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { PRODUCTIVITY, SHEETS_PER_HOUR } from "#app/domain/series/productivity.ts";
import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import type { Sample } from "#app/domain/series/types.ts";
import type { Detection } from "./detection.ts";
import { LIVE_AHEAD_MS } from "./limits.ts";
import type { LogStore } from "./log-store.ts";
import type { Productivity } from "./productivity.ts";

type Deps = {
  memory: MachineMemory;
  log: LogStore;
  detection: Detection;
  productivity: Productivity;
  /** Unix milliseconds. */
  now: () => number;
  /** Sheets per hour at full productivity as set for the machine; null when they are learned. */
  setTarget: () => number | null;
};

export class LiveValues {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Samples up to then, in Unix milliseconds, may be live. */
  get #liveMs(): number {
    return this.#deps.now() + LIVE_AHEAD_MS;
  }

  /** Of the metrics, or of all; those without a sample are left out. */
  latest(metrics: string[] | null): LatestValues {
    const { memory } = this.#deps;
    const values = (metrics ?? memory.metricNames()).flatMap((metric): [string, Sample][] => {
      const sample = memory.newest(metric, this.#liveMs);
      return sample ? [[metric, this.#withFlag(metric, sample)]] : [];
    });
    const productivity =
      metrics === null || metrics.includes(PRODUCTIVITY) ? this.#latestProductivity() : null;
    return Object.fromEntries(
      productivity ? [...values, [PRODUCTIVITY, productivity]] : values,
    ) as LatestValues;
  }

  /** Without companions of others. */
  metrics(): string[] {
    const all = this.#deps.memory.metricNames();
    const known = new Set(all);
    const names = all.filter((name) => !known.has(ownerOf(name) ?? ""));
    return this.#latestProductivity() && !names.includes(PRODUCTIVITY)
      ? [...names, PRODUCTIVITY].sort()
      : names;
  }

  /** Answers the newest sample; later ones come with takeFresh. */
  watch(metric: string): Sample | null {
    const newest = this.latest([metric])[metric] ?? null;
    this.#deps.log.setWatched(metric, true);
    this.#deps.memory.watch(metric, newest, this.#liveMs);
    return newest;
  }

  unwatch(metric: string): void {
    this.#deps.memory.fresh.unwatch(metric);
    this.#deps.log.setWatched(metric, false);
  }

  /** The time of the next sample of a watched metric that lies ahead, in Unix milliseconds; Infinity without. */
  get nextMs(): number {
    const { memory } = this.#deps;
    const rates = memory.fresh.isWatched(PRODUCTIVITY)
      ? memory.ahead(SHEETS_PER_HOUR, this.#liveMs).map(({ timeMs }) => timeMs)
      : [];
    return Math.min(memory.fresh.nextMs, minOf(rates));
  }

  /** New samples of watched metrics, once, in time order per metric. */
  takeFresh(): Map<string, Sample[]> {
    const { detection, memory } = this.#deps;
    const { fresh, metrics } = memory;
    if (fresh.isIdle) return new Map();
    const productivity =
      fresh.isWatched(PRODUCTIVITY) && !metrics.kinds.has(PRODUCTIVITY)
        ? this.#latestProductivity()
        : null;
    if (productivity) fresh.offer(PRODUCTIVITY, productivity);
    const taken = fresh.take(this.#liveMs);
    if (detection.isOff && !metrics.hasCompanions) return taken;
    return new Map(
      [...taken].map(([metric, samples]) => [
        metric,
        samples.map((sample) => this.#withFlag(metric, sample)),
      ]),
    );
  }

  #withFlag(metric: string, sample: Sample): Sample {
    const adFlag = this.#deps.memory.flagAt(metric, sample.timeMs);
    return adFlag === null ? sample : { ...sample, adFlag };
  }

  #latestProductivity(): Sample | null {
    const { productivity, setTarget, now } = this.#deps;
    return productivity.latest(setTarget(), now(), this.#liveMs);
  }
}
