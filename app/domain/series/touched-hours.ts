import { hourOf, plainHour, type Window } from "./batch-window.ts";
import type { DecodedColumn } from "./batch.ts";
import type { OpenHours } from "./open-hours.ts";
import type { SealedHours } from "./sealed-hours.ts";
import { textKey } from "./types.ts";

/**
 * Sealed hours (Unix milliseconds of their beginning) that a batch touches at or before their last sample, and the keys
 * of the columns: what must be read before `MachineMemory.apply` can compare. `metrics` names each column's metric, null
 * for an unmapped tag.
 */
export function sealedHoursTouched(
  { sealed, hours }: { sealed: SealedHours; hours: OpenHours },
  columns: readonly DecodedColumn[],
  metrics: readonly (string | null)[],
  window: Window,
): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  if (sealed.size === 0) return found;
  // The columns of a frame share their times: what holds for the times is found once.
  const free = new Map<Float64Array, boolean>();
  columns.forEach((column, index) => {
    const metric = metrics[index];
    let isFree = free.get(column.times);
    if (isFree === undefined) {
      const only = plainHour(column.times, window);
      free.set(column.times, (isFree = only !== null && !sealed.has(only)));
    }
    if (!metric || isFree) return;
    const text = textKey(metric);
    for (const timeMs of column.times) {
      if (timeMs < window.startMs || timeMs >= window.endMs) continue;
      const hourMs = hourOf(timeMs);
      const hour = sealed.get(hourMs);
      if (!hour || timeMs > hour.segment.lastMs || hours.get(hourMs)?.complete) continue;
      let keys = found.get(hourMs);
      if (!keys) found.set(hourMs, (keys = new Set()));
      keys.add(metric).add(text);
    }
  });
  return found;
}
