/**
 * A range as the recorder knows it at one instant: which files hold what of it, the rows that no file holds yet, and the
 * samples of every hour that is (also) in memory. An hour with late samples is merged here with its segment, so that
 * files and tail never speak of the same hour.
 *
 * In two steps: `prepareSnapshot` waits for what must be sealed or read first, `planSnapshot` waits for nothing. What was
 * acknowledged before the first is in the answer, so neither has to start again for batches that come meanwhile.
 */
import { columnOf, keysOf, namesOf, type Column, type Columns } from "#app/domain/series/types.ts";
import { clipWindows, type TimeWindow } from "#app/domain/series/levels.ts";
import { clipColumn } from "#app/domain/series/clip.ts";
import { hourOf } from "#app/domain/series/batch-window.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { holdOf } from "#app/domain/series/held.ts";
import { LEAD_MS } from "#app/domain/series/plan-range.ts";
import { planPlain, planSeries, type SeriesPlan } from "#app/domain/series/plan-sources.ts";
import type { SnapshotRequest } from "#app/domain/series/recorder-port.ts";
import { tableColumnsOf } from "#app/domain/series/rollup-table.ts";
import { isUnreadable } from "#app/storage/segment-read.ts";
import { PartPacker } from "#app/domain/series/snapshot-parts.ts";
import type { ChunkBook } from "./chunk-book.ts";
import { hoursToMake, NOTHING, type Across } from "./hours-to-make.ts";
import { lateHour } from "./late-hour.ts";
import { MAX_MADE_HOURS, MAX_MADE_SAMPLES } from "./limits.ts";
import { columnsOf, isFlag, isMade, wholeHour } from "./whole-hour.ts";
import {
  makeHours,
  READS,
  readToMake,
  type HourToMake,
  type MadeHour,
  type ReadHour,
} from "./made-hours.ts";
import type { ManifestStore } from "./manifest-store.ts";
import { rollupsIn } from "./rollups-in-parts.ts";
import type { SealedReader } from "./sealed-reader.ts";
import { STATE, statesIn } from "./snapshot-states.ts";
import type { SeriesSnapshot, SnapshotFile, SnapshotPart } from "#app/domain/series/snapshot.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { maxOf } from "#app/domain/extremes.ts";

export type SnapshotDeps = {
  memory: MachineMemory;
  manifest: ManifestStore;
  chunks: ChunkBook;
  sealed: SealedReader;
  settle: (hourMs: number) => Promise<void>;
};
/** What of sealed hours was read: of those with late samples, and of those whose derived values are to be made. */
export type Prepared = {
  under: ReadonlyMap<number, ReadHour>;
  toMake: ReadonlyMap<number, HourToMake>;
  /** Hours that were in memory alone then. One that is sealed before the answer may be sealed with values that are behind. */
  open: readonly number[];
};
export type PlannedSnapshot = Pick<
  SeriesSnapshot,
  "keys" | "snapMs" | "samplesFromMs" | "states"
> & {
  /** Each is made when it is asked for, from tables that must not have changed until then. */
  parts: Generator<SnapshotPart, void>;
};

/** Sealed hours with late samples that one answer merges in memory, however many samples they hold; of more the oldest are sealed first. */
export const MAX_MERGED_HOURS = 8;

/** Seals and reads what an answer about the range rests on, as far as it is there when this is called. */
export async function prepareSnapshot(
  deps: SnapshotDeps,
  request: SnapshotRequest,
): Promise<Prepared> {
  const { memory, settle } = deps;
  const { endMs } = request;
  const keys = keysAsked(request);
  const { opened } = memory.hours;
  const open = [...memory.hours.within(-Infinity, endMs)].filter(
    (hour) => !memory.sealed.get(hour),
  );
  const settled = new Set<number>();
  const settleAll = async (next: () => number | null): Promise<void> => {
    for (let hour = next(); hour !== null; hour = next()) {
      settled.add(hour);
      // One that cannot be sealed stays as it is: what is asked of it will say so.
      await settle(hour).catch((error: unknown) => {
        if (!isUnreadable(error)) throw error;
      });
    }
  };
  const toMake = await readBehind(deps, request, keys);
  // Where these are too many, late hours are sealed again, each of which may make the next one late; only readers of such
  // values wait for that. An hour that is late again by then has samples that came since.
  if (toMake === null) await settleAll(() => lateHour(memory, endMs, opened, settled));
  const merged = (): number[] =>
    hoursOf(memory, request).filter(
      (hourMs) =>
        memory.hours.get(hourMs)?.complete === false &&
        memory.hours.wasOpened(hourMs, opened) &&
        !settled.has(hourMs) &&
        !toMake?.has(hourMs),
    );
  const under = await readUnder(deps, request, merged(), MAX_MADE_SAMPLES);
  if (under) return { under, toMake: toMake ?? new Map(), open };
  await settleAll(() => {
    const hours = merged();
    return hours.length > MAX_MERGED_HOURS ? (hours[0] as number) : null;
  });
  return {
    under: (await readUnder(deps, request, merged())) ?? new Map(),
    toMake: toMake ?? new Map(),
    open,
  };
}

/** Reads what derived values that are behind are made from; null when hours must be sealed for them. */
async function readBehind(
  deps: SnapshotDeps,
  request: SnapshotRequest,
  keys: readonly string[],
): Promise<ReadonlyMap<number, HourToMake> | null> {
  const { memory, manifest } = deps;
  const { endMs } = request;
  const made = keys.filter(isMade);
  if (made.length === 0) return new Map();
  const oldestMs = lateHour(memory, endMs, memory.hours.opened, new Set());
  if (oldestMs === null) return new Map();
  const hours = hoursToMake(memory, {
    keys: made,
    firstMs: firstHour(request),
    endMs,
    oldestMs,
    hasSizes: (hourMs) =>
      manifest.rollups.read("hour", "sheet_size", [[hourMs, hourMs + HOUR_MS]], false).length > 0,
    max: MAX_MADE_HOURS,
  });
  return hours && readToMake(deps, hours, askedOf(request, keys), MAX_MADE_SAMPLES);
}

/** Hours that were open when it was prepared, are sealed by now and rest on those that are made. */
const sealedSince = (
  { memory }: Pick<SnapshotDeps, "memory">,
  { toMake, open }: Pick<Prepared, "toMake" | "open">,
): number[] =>
  toMake.size === 0 ? [] : open.filter((hour) => memory.sealed.get(hour) && !toMake.has(hour));

const acrossOf = (toMake: Prepared["toMake"]): ReadonlyMap<number, Across> =>
  new Map([...toMake].map(([hourMs, { across }]) => [hourMs, across]));

/**
 * Of hours before the range, that are made because others rest on them, nothing is answered; the flags of the last one tell
 * what is abnormal when the range begins.
 */
const askedOf = (request: SnapshotRequest, keys: readonly string[]) => {
  const firstMs = firstHour(request);
  const flags = keys.filter(isFlag);
  return (hourMs: number): readonly string[] =>
    hourMs >= firstMs ? keys : hourMs >= firstMs - HOUR_MS ? flags : [];
};

/** Reads hours with late samples, a few at a time; null when they hold more samples than that. */
async function readUnder(
  { memory, sealed }: SnapshotDeps,
  request: SnapshotRequest,
  hours: readonly number[],
  maxSamples = Infinity,
): Promise<ReadonlyMap<number, ReadHour> | null> {
  const keys = keysAsked(request);
  const under = new Map<number, ReadHour>();
  let samples = 0;
  const read = async (hourMs: number): Promise<void> => {
    const segment = memory.sealed.get(hourMs)?.segment;
    if (!segment) return;
    const columns = await sealed.read(segment, wantedOf(request, keys, hourMs));
    for (const { times } of Object.values(columns)) samples += times.length;
    under.set(hourMs, { key: segment.key, columns });
  };
  for (let from = 0; from < hours.length && samples <= maxSamples; from += READS)
    await Promise.all(hours.slice(from, from + READS).map(read));
  return samples > maxSamples ? null : under;
}

/**
 * Whether an hour that was prepared lies in another object since, as by packing, with its late samples still beside it, or
 * with derived values that may be behind; or one was sealed since upon such values.
 */
export function isOvertaken(
  { memory }: Pick<SnapshotDeps, "memory">,
  { under, toMake, open }: Prepared,
): boolean {
  const isElsewhere = ([hourMs, { key }]: [number, ReadHour]): boolean =>
    memory.sealed.get(hourMs)?.segment.key !== key;
  return (
    sealedSince({ memory }, { toMake, open }).length > 0 ||
    [...toMake].some(isElsewhere) ||
    [...under].some((read) => isElsewhere(read) && memory.hours.get(read[0])?.complete === false)
  );
}

/** Reads what was prepared once more, from where it is now. */
export async function prepareAgain(
  deps: SnapshotDeps,
  request: SnapshotRequest,
  { under, toMake, open }: Prepared,
): Promise<Prepared> {
  const asked = askedOf(request, keysAsked(request));
  // These follow on made hours: nothing is between that would have to hold over.
  const since = sealedSince(deps, { toMake, open });
  const hours = new Map([...acrossOf(toMake), ...since.map((hour) => [hour, NOTHING] as const)]);
  return {
    under: (await readUnder(deps, request, [...under.keys()])) ?? new Map(),
    toMake: (await readToMake(deps, hours, asked)) ?? new Map(),
    open: open.filter((hour) => !since.includes(hour)),
  };
}

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
    snapMs: plan.snapMs,
    samplesFromMs: request.exact ? Infinity : memory.samplesFromMs,
    states: states ? statesIn(deps, whole, startMs, endMs) : [],
    parts: makeParts(deps, plan, whole, [...new Set(shown.flatMap(([, keys]) => keys))]),
  };
}

/** Of both kinds: a metric may become the other one while an answer is prepared. */
const keysAsked = ({ metrics, states }: SnapshotRequest): readonly string[] => [
  ...new Set([...metrics.flatMap((metric) => keysOf(metric, "both")), ...(states ? [STATE] : [])]),
];

/** The first hour that may hold into the range. */
const firstHour = ({ startMs }: SnapshotRequest): number => hourOf(startMs - LEAD_MS);

/**
 * The hours in memory that the answer is made of, ascending: those of the range, and of those before it the nearest that
 * tells a state.
 */
function hoursOf({ hours }: MachineMemory, request: SnapshotRequest): number[] {
  const first = firstHour(request);
  const ofRange = hours.within(first, request.endMs);
  if (request.states !== true) return ofRange;
  let before = hours.before(first);
  while (before > -Infinity && !hours.get(before)?.raw.has(STATE)) before = hours.before(before);
  return before > -Infinity ? [before, ...ofRange] : ofRange;
}

const withMade = (
  hours: readonly number[],
  made: ReadonlyMap<number, MadeHour>,
  firstMs: number,
): number[] =>
  [...new Set([...hours, ...[...made.keys()].filter((hourMs) => hourMs >= firstMs)])].sort(
    (a, b) => a - b,
  );

/** Of hours further back, the state that holds on. */
const wantedOf = (
  request: SnapshotRequest,
  keys: readonly string[],
  hourMs: number,
): readonly string[] => (hourMs >= firstHour(request) ? keys : [STATE]);

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
  chunks: ChunkBook,
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
