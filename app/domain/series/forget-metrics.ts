/** Metrics that are forgotten, in a recorder's memory. */
import type { MachineMemory } from "./machine-memory.ts";
import { keysOf } from "./types.ts";

/** Hours that hold samples of these columns and of no others. */
export function hoursOnlyOf({ hours }: MachineMemory, keys: readonly string[]): number[] {
  const asked = new Set(keys);
  return [...hours.values()].flatMap(({ hourMs, raw }) =>
    raw.size > 0 && [...raw.keys()].every((key) => asked.has(key)) ? [hourMs] : [],
  );
}

/** As if the metrics had never been sent; their samples stay where they are unless they are deleted too. */
export function forgetMetrics(
  memory: MachineMemory,
  metrics: readonly string[],
  areSamplesDeleted: boolean,
): void {
  const { hours, latest, newestSamples, fresh } = memory;
  const keys = metrics.flatMap((metric) => keysOf(metric, "both"));
  if (areSamplesDeleted) {
    for (const hourMs of hoursOnlyOf(memory, keys)) hours.delete(hourMs);
    for (const hour of hours.values()) hour.drop(keys);
    memory.deletions++;
  }
  for (const metric of metrics) memory.metrics.forget(metric, !areSamplesDeleted);
  for (const key of keys) {
    latest.delete(key);
    newestSamples.settled.delete(key);
  }
  for (const metric of metrics.filter((name) => fresh.isWatched(name))) {
    fresh.unwatch(metric);
    fresh.watch(metric, null);
  }
}
