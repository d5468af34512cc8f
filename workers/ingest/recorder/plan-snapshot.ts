/**
 * A range as the recorder knows it at one instant: which files hold what of it, the rows that no file holds yet, and the
 * samples of every hour that is (also) in memory. An hour with late samples is merged here with its segment, so that
 * files and tail never speak of the same hour. Nothing is waited for here: that is prepare-snapshot.ts.
 */
import { columnOf, keysOf, namesOf, type Column, type Columns } from "#app/domain/series/types.ts";
import { clipWindows, type TimeWindow } from "#app/domain/series/levels.ts";
import { clipColumn } from "#app/domain/series/clip.ts";
import { holdOf } from "#app/domain/series/held.ts";
import { planPlain, planSeries, type SeriesPlan } from "#app/domain/series/plan-sources.ts";
import type { SnapshotRequest } from "#app/domain/series/recorder-port.ts";
import { tableColumnsOf } from "#app/domain/series/rollup-table.ts";
import { PartPacker } from "#app/domain/series/snapshot-parts.ts";
import type { SeriesSnapshot, SnapshotFile, SnapshotPart } from "#app/domain/series/snapshot.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { maxOf } from "#app/domain/extremes.ts";
import { firstHour, hoursOf, keysAsked, wantedOf } from "./asked-hours.ts";
import type { ChunkCache } from "./chunk-cache.ts";
import { makeHours, type MadeHour } from "./made-hours.ts";
import type { Prepared, SnapshotDeps } from "./prepare-snapshot.ts";
import { rollupsIn } from "./rollups-in-parts.ts";
import { statesIn } from "./snapshot-states.ts";
import { columnsOf, wholeHour } from "./whole-hour.ts";

export type PlannedSnapshot = Pick<
  SeriesSnapshot,
  "keys" | "mixed" | "snapMs" | "samplesFromMs" | "states"
> & {
  /** Each is made when it is asked for, from tables that must not have changed until then. */
  parts: Generator<SnapshotPart, void>;
};

/**
 * The answer of this instant. A sealed hour with late samples of which `prepared` does not hold the segment in force got
 * them after it was prepared: it is answered by its segment alone.
 */
export function planSnapshot(
  deps: SnapshotDeps,
  request: SnapshotRequest,
  { under, toMake }: Prepared,
): PlannedSnapshot {
  const { memory } = deps;
  const { startMs, endMs, states = false } = request;
  const all = keysAsked(request);
  const shown = request.metrics.map((metric): [string, string[]] => [
    metric,
    memory.metrics.keysShown(metric),
  ]);
  const mixed = request.metrics.filter((metric) => memory.metrics.isMixed(metric));
  const keys = new Set([
    ...shown.flatMap(([, own]) => own),
    ...mixed.flatMap((metric) => keysOf(metric, "both")),
  ]);
  const held: number[] = [];
  const whole = new Map<number, Columns>();
  const made = makeHours(memory, toMake, endMs);
  const derive = memory.deriving();
  for (const hourMs of withMade(hoursOf(memory, request), made, firstHour(request))) {
    const wanted = wantedOf(request, all, hourMs);
    const own = made.get(hourMs);
    const columns = own
      ? columnsOf(own, wanted)
      : wholeHour({ memory, derive }, hourMs, wanted, under);
    if (!columns) continue;
    held.push(hourMs);
    whole.set(hourMs, columns);
  }
  const holdMs = Math.max(0, maxOf(shown.flatMap(([, keys]) => keys.map((key) => holdOf(key)))));
  const plan =
    request.plain && !request.exact
      ? planPlain(memory.manifest, held, request, holdMs, (key) => deps.chunks.rows(key))
      : planSeries(memory.manifest, held, request, request.exact ?? false, holdMs);
  return {
    keys: shown,
    mixed,
    snapMs: plan.snapMs,
    samplesFromMs: request.exact ? Infinity : memory.samplesFromMs,
    states: states ? statesIn(deps, whole, startMs, endMs) : [],
    parts: makeParts(deps, plan, whole, [...keys]),
  };
}

const withMade = (
  hours: readonly number[],
  made: ReadonlyMap<number, MadeHour>,
  firstMs: number,
): number[] =>
  [...new Set([...hours, ...[...made.keys()].filter((hourMs) => hourMs >= firstMs)])].sort(
    (a, b) => a - b,
  );

/** Rows, samples and files of the plan, in as many parts as it takes. */
function* makeParts(
  deps: SnapshotDeps,
  plan: SeriesPlan,
  whole: ReadonlyMap<number, Columns>,
  keys: readonly string[],
): Generator<SnapshotPart, void> {
  const packer = new PartPacker();
  for (const key of keys)
    for (const column of tailOf(plan.memory, whole, key)) yield* packer.addTail(key, column);
  for (const [key, column] of rollupsIn(deps, plan.tables, keys))
    yield* packer.addRollups(key, column);
  for (const file of plan.files) yield* packer.addFile(withChunks(deps.chunks, file, keys));
  yield packer.rest();
}

/** The key's samples of the hours in memory inside the windows, an hour at a time. */
function* tailOf(
  windows: readonly TimeWindow[],
  whole: ReadonlyMap<number, Columns>,
  key: string,
): Generator<Column> {
  for (const [hourMs, columns] of whole) {
    const column = columnOf(columns, key);
    if (!column) continue;
    for (const [fromMs, toMs] of clipWindows(windows, hourMs, hourMs + HOUR_MS))
      yield clipColumn(column, fromMs, toMs);
  }
}

const withChunks = (
  chunks: ChunkCache,
  file: SeriesPlan["files"][number],
  keys: readonly string[],
): SnapshotFile => ({
  ...file,
  ...chunks.pick(
    file.key,
    file.windows,
    new Set(keys.flatMap(file.level === "raw" ? namesOf : tableColumnsOf)),
  ),
});
