/**
 * Packs the sealed hours of a day, or of a quarter of it, into one object, and with a whole day makes its minutes' file
 * and its row. Column by column, with room for batches between two, so that a packing never holds up the machine.
 *
 * As with sealing: write the objects, then commit what stands for what in one transaction. A crash before that leaves
 * objects that nothing refers to, under names that the next try uses again.
 */
import { holdOf } from "#app/domain/series/held.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { toBlock } from "#app/domain/series/rollup-block.ts";
import { rollUp, withinWindows, type Rollups } from "#app/domain/series/rollup.ts";
import type { SealedHour } from "#app/domain/series/sealed-hours.ts";
import { namesInFile, otherKey } from "#app/domain/series/types.ts";
import { rollupKey, segmentKey } from "#app/storage/keys.ts";
import type { ObjectStore } from "#app/storage/object-store.ts";
import { SegmentBuilder, type WrittenSegment } from "#app/storage/segment-write.ts";
import {
  DAY_GRACE_MS,
  DAY_QUIET_MS,
  GARBAGE_MS,
  PART_GRACE_MS,
  PART_HOURS,
  SEAL_SPREAD_MS,
} from "./limits.ts";
import type { LogStore } from "./log-store.ts";
import type { ManifestStore } from "./manifest-store.ts";
import { buildTable } from "./build-table.ts";
import { unlessAhead } from "./retention-clock.ts";
import { gather, keysOfFile, loadSources, timesOf, type Source } from "./sealed-sources.ts";
import type { UnreadableObjects } from "./unreadable-objects.ts";
import { MINUTE_MS, DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

export type PackerDeps = {
  deviceId: number;
  memory: MachineMemory;
  log: LogStore;
  manifest: ManifestStore;
  store: ObjectStore;
  unreadable: UnreadableObjects;
  now: () => number;
  /** Lets other work have its turn. */
  yieldToEvents: () => Promise<void>;
};
/** [fromMs, fromMs + hours) */
export type Pack = { fromMs: number; hours: number; dueMs: number };
export type PackReport = { rows: number; bytes: number };

export class Packer {
  readonly #deps: PackerDeps;

  constructor(deps: PackerDeps) {
    this.#deps = deps;
  }

  /** What is to be packed next; null when nothing ever is. */
  next(): Pack | null {
    const { memory, now } = this.#deps;
    let next: Pack | null = null;
    for (const [day, dirtyMs] of memory.manifest.dirtyDays) {
      const sinceMs = unlessAhead(dirtyMs, now());
      for (const pack of [this.#day(day, sinceMs), ...this.#parts(day, sinceMs)])
        if (pack && !this.#isStuck(pack) && (!next || pack.dueMs < next.dueMs)) next = pack;
    }
    return next;
  }

  /** An object of it cannot be read: what is packed without it would stand for less. */
  #isStuck({ fromMs, hours }: Pack): boolean {
    const { memory, unreadable } = this.#deps;
    return memory.sealed
      .within(fromMs, fromMs + hours * HOUR_MS)
      .some(({ segment }) => unreadable.has(segment.key));
  }

  #day(day: number, sinceMs: number): Pack | null {
    const { memory, deviceId } = this.#deps;
    // Hours in memory are sealed first, and that begins the wait anew.
    if (memory.hours.hasWithin(day, day + DAY_MS)) return null;
    if (memory.sealed.within(day, day + DAY_MS).some(({ rederive }) => rederive)) return null;
    const spreadMs = ((deviceId * 7919) % SEAL_SPREAD_MS) * 10;
    return {
      fromMs: day,
      hours: 24,
      dueMs: Math.max(day + DAY_MS + DAY_GRACE_MS + spreadMs, sinceMs + DAY_QUIET_MS),
    };
  }

  /** Parts of a day that is not over. */
  #parts(day: number, sinceMs: number): Pack[] {
    const { memory, now } = this.#deps;
    if (day + DAY_MS <= now()) return [];
    const partMs = PART_HOURS * HOUR_MS;
    return Array.from({ length: DAY_MS / partMs }, (_, index) => day + index * partMs).flatMap(
      (fromMs) => {
        const keys = new Set(
          memory.sealed.within(fromMs, fromMs + partMs).map(({ segment }) => segment.key),
        );
        const isOpen = memory.hours.hasWithin(fromMs, fromMs + partMs);
        if (keys.size < 2 || isOpen) return [];
        return [
          { fromMs, hours: PART_HOURS, dueMs: Math.max(fromMs + partMs, sinceMs) + PART_GRACE_MS },
        ];
      },
    );
  }

  /** Packs what lies there. Throws what the store throws; nothing has changed then. */
  async pack({ fromMs, hours }: Pack): Promise<PackReport> {
    const { deviceId, memory, manifest, store, now } = this.#deps;
    const sealed = memory.sealed.within(fromMs, fromMs + hours * HOUR_MS);
    const isDay = hours === 24;
    if (sealed.length === 0) {
      if (isDay) manifest.transaction(() => manifest.markClean(fromMs));
      return { rows: 0, bytes: 0 };
    }
    const sources = await loadSources(this.#deps, sealed);
    const keys = new Set(sealed.map(({ segment }) => segment.key));
    const keepsSums = isDay && memory.manifest.sumDays.has(fromMs);
    const { file, minutes, hourRows, days } = await this.#merge(sources, {
      isDay,
      keepsSums,
      isFile: keys.size > 1,
    });

    const minuteFile = isDay ? await this.#buildTable(minutes) : null;
    const [key, minuteKey] = manifest.reserve(now() + GARBAGE_MS, (generation) => [
      file && segmentKey(deviceId, fromMs, hours, generation),
      minuteFile && rollupKey("minute", deviceId, fromMs, generation),
    ]);
    const packed = file && key ? { key, file } : null;
    const table = minuteFile && minuteKey ? { key: minuteKey, file: minuteFile } : null;
    for (const each of [packed, table]) if (each) await store.put(each.key, each.file.bytes);
    this.#commit({ fromMs, hours, sealed }, packed, table && { ...table, days, hourRows });
    return {
      rows: file?.rows ?? 0,
      bytes: (file?.bytes.length ?? 0) + (minuteFile?.bytes.length ?? 0),
    };
  }

  /** One file of all sources, unless there is only one; of a day its minutes and its row, and its hours where those that are there keep sums. */
  async #merge(
    sources: readonly Source[],
    { isDay, keepsSums, isFile }: { isDay: boolean; keepsSums: boolean; isFile: boolean },
  ) {
    const { yieldToEvents } = this.#deps;
    const [minutes, hourRows, days] = [none(), keepsSums ? none() : null, none()];
    const keys = [...new Set(sources.flatMap(({ segment }) => keysOfFile(segment)))].sort();
    const all = new Set(keys);
    const names = namesInFile(keys);
    const builder = isFile ? new SegmentBuilder(timesOf(sources)) : null;
    for (const key of keys) {
      const column = gather(key, sources);
      if (!column) continue;
      builder?.add(names.get(key) as string, column);
      if (isDay) {
        const holdMs = holdOf(key);
        const ends = all.has(otherKey(key)) ? gather(otherKey(key), sources)?.times : undefined;
        minutes[key] = rollUp(column, MINUTE_MS, holdMs, ends);
        if (hourRows) hourRows[key] = rollUp(column, HOUR_MS, holdMs, ends);
        days[key] = rollUp(column, DAY_MS, holdMs, ends);
      }
      await yieldToEvents();
    }
    return { file: builder?.finish() ?? null, minutes, hourRows, days };
  }

  async #buildTable(minutes: Rollups): Promise<WrittenSegment> {
    return buildTable(minutes, this.#deps.yieldToEvents, true);
  }

  #commit(
    { fromMs, hours, sealed }: { fromMs: number; hours: number; sealed: readonly SealedHour[] },
    packed: { key: string; file: WrittenSegment } | null,
    day: { key: string; file: WrittenSegment; days: Rollups; hourRows: Rollups | null } | null,
  ): void {
    const { memory, manifest, now } = this.#deps;
    const endMs = fromMs + hours * HOUR_MS;
    const dueMs = now() + GARBAGE_MS;
    const replaced = new Set(packed ? sealed.map(({ segment }) => segment.key) : []);
    const held = [...memory.manifest.heldMinutes].filter((hour) => hour >= fromMs && hour < endMs);
    const [old] = day ? memory.manifest.files("minute", fromMs, endMs) : [];
    manifest.transaction(() => {
      if (packed) {
        manifest.objects.add(
          { key: packed.key, bytes: packed.file.bytes.length, chunks: packed.file.chunks },
          { level: "", startMs: fromMs, endMs },
        );
        for (const { segment } of sealed) manifest.segments.move(segment.hourMs, packed.key);
        for (const key of replaced) manifest.objects.discard(key, dueMs);
      }
      if (day) {
        manifest.objects.add(
          { key: day.key, bytes: day.file.bytes.length, chunks: day.file.chunks },
          { level: "minute", startMs: fromMs, endMs },
        );
        if (old) manifest.objects.discard(old.key, dueMs);
        manifest.forgetBlocks("minute", held);
        manifest.writeBlock("day", fromMs, toBlock(day.days));
        for (const { segment } of day.hourRows ? sealed : [])
          manifest.writeBlock(
            "hour",
            segment.hourMs,
            toBlock(rowsOf(day.hourRows as Rollups, segment.hourMs)),
          );
        manifest.markClean(fromMs);
      }
    });
  }
}

const none = (): Rollups => Object.create(null) as Rollups;

/** The rows of one hour. */
const rowsOf = (hours: Rollups, hourMs: number): Rollups =>
  Object.fromEntries(
    Object.entries(hours).map(([key, column]) => [
      key,
      withinWindows(column, [[hourMs, hourMs + HOUR_MS]]),
    ]),
  );
