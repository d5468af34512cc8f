/** Days summed up for the bounds of thresholds: which are still to be, and what each showed while the machine ran. */
import { isJudged } from "#app/domain/detection/rules.ts";
import { THRESHOLD_DAYS } from "#app/domain/detection/threshold.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { rowAt, rowCount } from "#app/domain/series/rollup.ts";
import type { SealedHour } from "#app/domain/series/sealed-hours.ts";
import type { ObjectStore } from "#app/storage/object-store.ts";
import { isUnreadable } from "#app/storage/segment-read.ts";
import { summarize, whileRunning } from "./day-summary.ts";
import type { DetectionStore, MetricDay } from "./detection-store.ts";
import type { ManifestStore } from "./manifest-store.ts";
import { gather, loadSources } from "./sealed-sources.ts";
import type { UnreadableObjects } from "./unreadable-objects.ts";

type Deps = {
  kept: DetectionStore;
  store: ObjectStore;
  manifest: ManifestStore;
  memory: MachineMemory;
  /** Lets other work have its turn. */
  yieldToEvents: () => Promise<void>;
  unreadable: UnreadableObjects;
};

/** Days are UTC, each named by its first millisecond. */
export class DaySums {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Days before the day that must be summed up, or must be again; none that cannot be read. */
  unsummed(day: number): number[] {
    const { memory, kept, unreadable } = this.#deps;
    const days: number[] = [];
    for (let past = day - THRESHOLD_DAYS * DAY_MS; past < day; past += DAY_MS) {
      const hours = memory.sealed.within(past, past + DAY_MS);
      const isKnown =
        hours.length === 0 ||
        kept.summedOf(past) === stateOf(hours) ||
        hours.some(({ segment }) => unreadable.has(segment.key));
      if (!isKnown) days.push(past);
    }
    return days;
  }

  /** Sums up what the metrics with a mapping showed on the day while the machine ran; `names` is asked once the day is read. */
  async sumUp(day: number, names: () => readonly string[]): Promise<void> {
    const { memory, manifest, store, kept, yieldToEvents, unreadable } = this.#deps;
    const hours = memory.sealed.within(day, day + DAY_MS);
    try {
      const sources = await loadSources({ store, manifest }, hours);
      const states = gather("machine_state", sources);
      const codeBefore = memory.carryBefore(hours[0]!.segment.hourMs).state?.code ?? null;
      const metrics = new Map<string, MetricDay>();
      for (const metric of names()) {
        const column = gather(metric, sources);
        if (column?.kind !== "number" || !isJudged(metric)) continue;
        metrics.set(metric, summarize(whileRunning(column, states, codeBefore)));
        await yieldToEvents();
      }
      kept.writeDay(day, stateOf(hours), metrics);
    } catch (error) {
      // A damaged object must keep no hour from being sealed: the day counts when it can be read.
      if (!isUnreadable(error)) throw error;
      unreadable.note(error);
    }
  }

  /** Samples since the newest day that was summed up, whatever the machine did. */
  samplesSince(metric: string): number {
    const { memory, manifest, kept } = this.#deps;
    const from = kept.newestSummed + DAY_MS;
    let count = 0;
    for (const hour of memory.hours.from(from)) count += hour.raw.get(metric)?.length ?? 0;
    for (const rows of manifest.rollups.read("hour", metric, [[from, Infinity]], false))
      for (let at = 0; at < rowCount(rows); at++)
        if (!memory.hours.get(rowAt(rows, at).unitMs)?.complete) count += rowAt(rows, at).count;
    return count;
  }
}

/** Changes when a sample of the hours does. */
const stateOf = (hours: readonly SealedHour[]): number =>
  hours.reduce((sum, { sealedSeq }) => sum + sealedSeq + 1, 0);
