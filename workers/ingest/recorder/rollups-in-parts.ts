/** Reads the roll-ups of an answer that no file holds yet, so much at once as a recorder's memory bears. */
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { floorTo, pushWindow, UNIT_MS, type TimeWindow } from "#app/domain/series/levels.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import type { SeriesPlan } from "#app/domain/series/plan-sources.ts";
import { mergeRollups, withinWindows, type RollupColumn } from "#app/domain/series/rollup.ts";
import { metricOf } from "#app/domain/series/types.ts";
import type { ManifestStore } from "./manifest-store.ts";
import { mayHoldTexts } from "./rollup-reader.ts";

/** Rows of the tables that are read at once. */
const ROWS_AT_ONCE = 20_000;
/** Texts are wider than numbers: two a row, of up to 256 characters each. */
const TEXT_ROWS_AT_ONCE = 1_500;

/**
 * The rows of the keys inside the windows of each level, merged a stretch at a
 * time; a key may come more than once. Numbers are read together, as their roll-ups lie in one block.
 */
export function* rollupsIn(
  { memory, manifest }: { memory: MachineMemory; manifest: Pick<ManifestStore, "rollups"> },
  tables: SeriesPlan["tables"],
  keys: readonly string[],
): Generator<[string, RollupColumn]> {
  const asked = keys.map((key) => ({ key, isMixed: memory.metrics.mayBeText(metricOf(key)) }));
  const numbers = asked.filter((one) => !mayHoldTexts(one));
  const texts = asked.filter(mayHoldTexts);
  for (const level of ["minute", "hour", "day"] as const) {
    const blockMs = level === "minute" ? HOUR_MS : DAY_MS;
    const groups = [numbers, ...texts.map((one) => [one])];
    for (const group of groups.filter(({ length }) => length > 0)) {
      const most = (group.some(mayHoldTexts) ? TEXT_ROWS_AT_ONCE : ROWS_AT_ONCE) / group.length;
      const lengthMs = Math.ceil((most * UNIT_MS[level]) / blockMs) * blockMs;
      for (const window of slicesOf(tables[level], lengthMs))
        for (const [key, parts] of manifest.rollups.readAll(level, group, window)) {
          const rows = parts
            .map((part) => withinWindows(part, [window]))
            .filter((part) => part.rows.length > 0);
          if (rows.length > 0) yield [key, mergeRollups(rows)];
        }
    }
  }
}

/** The windows, in any order and overlapping, as ascending disjoint ones of at most that length. */
function* slicesOf(windows: readonly TimeWindow[], lengthMs: number): Generator<TimeWindow> {
  const disjoint: TimeWindow[] = [];
  for (const [fromMs, toMs] of [...windows].sort((a, b) => a[0] - b[0]))
    pushWindow(disjoint, fromMs, toMs);
  for (const [fromMs, toMs] of disjoint)
    for (let from = fromMs, to = 0; from < toMs; from = to)
      yield [from, (to = Math.min(toMs, floorTo(from, lengthMs) + lengthMs))];
}
