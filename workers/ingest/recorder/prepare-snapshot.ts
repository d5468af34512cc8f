/**
 * What an answer about a range rests on, read before it is planned (plan-snapshot.ts): hours are sealed first where too many
 * have late samples, sealed ones are read whose samples are merged or whose derived values are made. What was acknowledged
 * before this is in the answer, so that it does not start again for batches that come meanwhile.
 */
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import type { SnapshotRequest } from "#app/domain/series/recorder-port.ts";
import { isUnreadable } from "#app/storage/segment-read.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { firstHour, hoursOf, keysAsked, wantedOf } from "./asked-hours.ts";
import type { ChunkCache } from "./chunk-cache.ts";
import { hoursToMake, NOTHING_HOLDS, type Across } from "./hours-to-make.ts";
import { lateHour } from "./late-hour.ts";
import { MAX_MADE_HOURS, MAX_MADE_SAMPLES } from "./limits.ts";
import { READS, readToMake, type HourToMake, type ReadHour } from "./made-hours.ts";
import type { ManifestStore } from "./manifest-store.ts";
import type { SealedReader } from "./sealed-reader.ts";
import { isFlag, isMade } from "./whole-hour.ts";

export type SnapshotDeps = {
  memory: MachineMemory;
  manifest: ManifestStore;
  chunks: ChunkCache;
  sealed: SealedReader;
  settle: (hourMs: number) => Promise<void>;
};
/** What of sealed hours was read: of those with late samples, and of those whose derived values are to be made. */
export type Prepared = {
  under: ReadonlyMap<number, ReadHour>;
  toMake: ReadonlyMap<number, HourToMake>;
  /**
   * Hours that were not sealed yet when this was read. One that is sealed before the answer is planned may be sealed upon
   * derived values that are behind.
   */
  open: readonly number[];
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
  const derivedKeys = keys.filter(isMade);
  if (derivedKeys.length === 0) return new Map();
  const oldestMs = lateHour(memory, endMs, memory.hours.opened, new Set());
  if (oldestMs === null) return new Map();
  const hours = hoursToMake(memory, {
    keys: derivedKeys,
    firstMs: firstHour(request),
    endMs,
    oldestMs,
    // Rows that are in a file already are not read for it.
    hasSizes: (hourMs) =>
      manifest.rollups.holds("hour", hourMs)
        ? manifest.rollups.read("hour", "sheet_size", [[hourMs, hourMs + HOUR_MS]], false).length >
          0
        : null,
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
  const hours = new Map([
    ...acrossOf(toMake),
    ...since.map((hour) => [hour, NOTHING_HOLDS] as const),
  ]);
  return {
    under: (await readUnder(deps, request, [...under.keys()])) ?? new Map(),
    toMake: (await readToMake(deps, hours, asked)) ?? new Map(),
    open: open.filter((hour) => !since.includes(hour)),
  };
}
