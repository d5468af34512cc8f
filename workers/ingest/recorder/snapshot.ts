/**
 * A range as the recorder knows it at one instant: which files hold what of it, the rows that no file holds yet, and the
 * samples of every hour that is (also) in memory. An hour with late samples is merged here with its segment, so that
 * files and tail never speak of the same hour.
 */
import { columnOf, type Column, type Columns } from "#app/domain/series/types.ts";
import { ColumnBuffer } from "#app/domain/series/column-buffer.ts";
import { DERIVE_INPUTS, isDerived } from "#app/domain/series/derive.ts";
import { clipWindows, type TimeWindow } from "#app/domain/series/levels.ts";
import { hourOf, type MachineMemory } from "#app/domain/series/machine-memory.ts";
import { planSeries, type SeriesPlan } from "#app/domain/series/plan-sources.ts";
import type { SnapshotRequest } from "#app/domain/series/recorder-port.ts";
import { tableColumnsOf } from "#app/domain/series/rollup-table.ts";
import {
  mergeRollups,
  withinWindows,
  type RollupColumn,
  type Rollups,
} from "#app/domain/series/rollup.ts";
import {
  changesWithin,
  MAX_STATES,
  stateAt,
  statesOf,
  type StateChange,
} from "#app/domain/series/state-changes.ts";
import type { ChunkBook } from "./chunk-book.ts";
import type { ManifestStore } from "./manifest-store.ts";
import type { SealedReader } from "./sealed-reader.ts";
import type { SeriesSnapshot, SnapshotFile } from "#app/domain/series/snapshot.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

type Deps = {
  memory: MachineMemory;
  manifest: ManifestStore;
  chunks: ChunkBook;
  sealed: SealedReader;
  settle: (hourMs: number) => Promise<void>;
};
type Taken = Omit<SeriesSnapshot, "targetSheetsPerHour">;

const STATE = "machine_state";
/** Kept states read for one answer; of more, only each day's last. */
const MAX_STATES_READ = 4 * MAX_STATES;

export async function takeSnapshot(deps: Deps, request: SnapshotRequest): Promise<Taken> {
  const { memory, sealed, settle } = deps;
  const { startMs, endMs, states = false } = request;
  const metrics = states ? [...new Set([...request.metrics, STATE])] : request.metrics;
  if (metrics.some(isDerived)) {
    // Derived values of late hours are made by sealing them again, each of which may make the next one late;
    // only readers of derived values wait for that.
    for (let late = lateHour(memory, endMs); late !== null; late = lateHour(memory, endMs))
      await settle(late);
  }
  const isWanted = (hourMs: number): boolean =>
    hourMs < endMs && (states || hourMs >= hourOf(startMs));
  /** Of hours before the range, the state that holds on. */
  const wantedOf = (hourMs: number): readonly string[] =>
    hourMs >= hourOf(startMs) ? metrics : [STATE];
  const under = new Map<string, Columns>();
  for (const hour of memory.hours.values()) {
    const segment =
      hour.complete || !isWanted(hour.hourMs) ? undefined : memory.sealed.get(hour.hourMs)?.segment;
    if (segment)
      under.set(
        `${segment.hourMs} ${segment.key}`,
        await sealed.read(segment, wantedOf(hour.hourMs)),
      );
  }

  // From here on nothing waits: what follows is one instant. An hour that was sealed anew while we read is in its segment.
  const held = [...memory.hours.keys()].sort((a, b) => a - b);
  const whole = new Map<number, Columns>();
  for (const hourMs of held.filter(isWanted)) {
    const columns = wholeHour(memory, hourMs, wantedOf(hourMs), under);
    if (!columns) return takeSnapshot(deps, request);
    whole.set(hourMs, columns);
  }
  const plan = planSeries(memory.manifest, held, request, request.exact ?? false);
  return {
    files: plan.files.map((file): SnapshotFile => withChunks(deps.chunks, file, request.metrics)),
    rollups: rollupsOf(deps, plan, request.metrics),
    tail: tailOf(plan.memory, whole, request.metrics),
    snapMs: plan.snapMs,
    states: states ? statesIn(deps, whole, startMs, endMs) : [],
  };
}

/** All of an hour in memory, what is sealed of it included; null when that was not read. */
function wholeHour(
  memory: MachineMemory,
  hourMs: number,
  metrics: readonly string[],
  under: ReadonlyMap<string, Columns>,
): Columns | null {
  const hour = memory.hours.get(hourMs);
  if (!hour) return {};
  const sealed = hour.complete
    ? {}
    : under.get(`${hourMs} ${memory.sealed.get(hourMs)?.segment.key}`);
  if (!sealed) return null;
  if (
    hour.complete &&
    metrics.some(isDerived) &&
    [...hour.raw.keys()].some((metric) => DERIVE_INPUTS.has(metric))
  )
    memory.deriveHour(hourMs);
  const columns = metrics.flatMap((metric): [string, Column][] => {
    const [below, above] = [columnOf(sealed, metric), hour.column(metric)];
    if (!below) return above ? [[metric, above.slice()]] : [];
    if (!above) return [[metric, below]];
    const merged = ColumnBuffer.from(below);
    for (let index = 0; index < above.length; index++)
      merged.put(above.timeAt(index), above.valueAt(index));
    return [[metric, merged.slice()]];
  });
  return Object.fromEntries(columns);
}

/** Samples of the hours in memory inside the windows. */
function tailOf(
  windows: readonly TimeWindow[],
  whole: ReadonlyMap<number, Columns>,
  metrics: readonly string[],
): Columns {
  const tail = new Map<string, ColumnBuffer>();
  for (const [hourMs, columns] of whole) {
    const inside = clipWindows(windows, hourMs, hourMs + HOUR_MS);
    for (const metric of inside.length > 0 ? metrics : []) {
      const column = columnOf(columns, metric);
      if (!column) continue;
      let buffer = tail.get(metric);
      if (!buffer) tail.set(metric, (buffer = new ColumnBuffer(column.kind)));
      for (const [fromMs, toMs] of inside) buffer.appendRange(column, fromMs, toMs);
    }
  }
  return Object.fromEntries([...tail].map(([metric, buffer]) => [metric, buffer.slice()]));
}

function rollupsOf(
  { memory, manifest }: Deps,
  { tables }: SeriesPlan,
  metrics: readonly string[],
): Rollups {
  const levels = (["minute", "hour", "day"] as const).filter((level) => tables[level].length > 0);
  if (levels.length === 0) return {};
  const found = metrics.flatMap((metric): [string, RollupColumn][] => {
    const isText = memory.kinds.get(metric) === "text";
    const parts = levels.flatMap((level) =>
      manifest
        .rollups(level, metric, tables[level], isText)
        .map((part) => withinWindows(part, tables[level])),
    );
    const merged = mergeRollups(parts.filter(({ rows }) => rows.length > 0));
    return merged.rows.length > 0 ? [[metric, merged]] : [];
  });
  return Object.fromEntries(found);
}

const withChunks = (
  chunks: ChunkBook,
  file: SeriesPlan["files"][number],
  metrics: readonly string[],
): SnapshotFile => ({
  ...file,
  ...chunks.pick(
    file.key,
    new Set(file.level === "raw" ? metrics : metrics.flatMap(tableColumnsOf)),
  ),
});

function statesIn(
  { memory, manifest }: Deps,
  whole: ReadonlyMap<number, Columns>,
  startMs: number,
  endMs: number,
): StateChange[] {
  const isElsewhere = ({ timeMs }: StateChange): boolean => memory.hours.has(hourOf(timeMs));
  const kept = manifest.states
    .within(startMs, endMs, MAX_STATES_READ)
    .filter((state) => !isElsewhere(state));
  const columns = [...whole.values()].map((hour) => columnOf(hour, STATE));
  let before: StateChange | null = null;
  for (const column of columns) before = later(before, stateAt(column, startMs));
  for (const state of kept) if (state.timeMs <= startMs) before = later(before, state);
  // Days further back are asked only while nothing nearer is known.
  for (let day = manifest.states.before(startMs + 1); day; day = manifest.states.before(day.day)) {
    const known = day.states
      .filter((state) => state.timeMs <= startMs && !isElsewhere(state))
      .at(-1);
    if (known) before = later(before, known);
    if (known || (before && before.timeMs >= day.day)) break;
  }
  return changesWithin([...kept, ...columns.flatMap(statesOf)], before, startMs, endMs);
}

const later = (a: StateChange | null, b: StateChange | null): StateChange | null =>
  a && b ? (b.timeMs > a.timeMs ? b : a) : (a ?? b);

/**
 * The oldest hour before the time that must be sealed before sealed derived values can be believed: one with late
 * samples, one that rests on an hour that changed, or one in memory with sealed hours after it that rest on it.
 */
function lateHour(memory: MachineMemory, endMs: number): number | null {
  const newestSealed = memory.sealed.before(endMs);
  let oldest = memory.sealed.oldestLate();
  for (const { hourMs, complete } of memory.hours.values())
    if ((!complete || hourMs < newestSealed) && hourMs < oldest) oldest = hourMs;
  return oldest < endMs ? oldest : null;
}
