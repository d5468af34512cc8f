/**
 * Turns unsealed hours into Parquet segments: take a name, write the object, then commit list and log in one
 * transaction, then forget the samples. A crash between any two steps repeats them all, under another name: the
 * object's name is not used before the commit, and the log rows go only with it.
 */
import type { LogStore } from "./log-store.ts";
import type { ManifestStore } from "./manifest-store.ts";
import type { StoredObject } from "./object-table.ts";
import { DueHours } from "./due-hours.ts";
import { PendingRows } from "./pending-rows.ts";
import type { SealedReader } from "./sealed-reader.ts";
import type { UnreadableObjects } from "./unreadable-objects.ts";
import type { SamplerStats } from "./sampler-stats.ts";
import { countRates } from "./productivity.ts";
import { GARBAGE_MS } from "./limits.ts";
import type { Detection } from "./detection.ts";
import type { UtsStates } from "#app/domain/detection/hour-judge.ts";
import type { UtsReason } from "#app/domain/detection/why.ts";
import { ownerOf } from "#app/domain/detection/companions.ts";
import { ColumnBuffer } from "#app/domain/series/column-buffer.ts";
import { sameCarry, type Carry } from "#app/domain/series/derive.ts";
import { holdOf } from "#app/domain/series/held.ts";
import { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { toBlock } from "#app/domain/series/rollup-block.ts";
import { rollUp, type Rollups } from "#app/domain/series/rollup.ts";
import { statesOf } from "#app/domain/series/state-changes.ts";
import { dayOf } from "#app/domain/series/levels.ts";
import { columnOf, otherKey, type Columns } from "#app/domain/series/types.ts";
import type { SealedHour } from "#app/domain/series/sealed-hours.ts";
import { segmentKey } from "#app/storage/keys.ts";
import type { ObjectStore } from "#app/storage/object-store.ts";
import { writeSegment } from "#app/storage/segment-write.ts";
import { MINUTE_MS, DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

export type SealerDeps = {
  deviceId: number;
  memory: MachineMemory;
  log: LogStore;
  manifest: ManifestStore;
  sealed: SealedReader;
  stats: SamplerStats;
  detection: Detection;
  store: ObjectStore;
  unreadable: UnreadableObjects;
  now: () => number;
};
export type SealReport = { hourMs: number; rows: number; bytes: number };

export class Sealer {
  readonly #deps: SealerDeps;
  readonly #pending = new PendingRows();
  readonly due: DueHours;
  /** Kept over restarts, for the machine's ingest status. */
  lastSealAtMs: number | null = null;

  constructor(deps: SealerDeps) {
    this.#deps = deps;
    this.due = new DueHours(deps);
  }

  noteLogRow(seq: number, hours: ReadonlySet<number>, nowMs: number): void {
    this.#pending.note(seq, hours);
    for (const hourMs of hours) this.#deps.memory.hours.touch(hourMs, nowMs);
  }

  /** Seals the hour, whole: what was sealed before, what came since, and what follows from both. */
  async seal(hourMs: number): Promise<SealReport> {
    const { deviceId, memory, log, manifest, store, now } = this.#deps;
    await this.#deps.detection.settleBounds(hourMs);
    const hour = await this.wholeHour(hourMs);
    const carry = memory.deriveHour(hourMs) as NonNullable<ReturnType<MachineMemory["deriveHour"]>>;
    const states = memory.judge.statesAfter(hour);
    const reasons = memory.judge.reasonsOf(hour);
    const { version } = hour;
    const columns = hour.columns();
    if (Object.keys(columns).length === 0) {
      this.#dropEmpty(hourMs, this.#lateAfter(hourMs, carry));
      return { hourMs, rows: 0, bytes: 0 };
    }
    const seq = log.lastSeq;
    const { bytes, chunks, rows, firstMs, lastMs } = writeSegment(columns);
    const [key] = manifest.reserve(now() + GARBAGE_MS, (generation) => [
      segmentKey(deviceId, hourMs, 1, generation),
    ]);
    await store.put(key, bytes);

    const sealed: SealedHour = {
      segment: { key, hourMs, firstMs, lastMs },
      carry,
      sealedSeq: seq,
      sealedAtMs: now(),
      derived: hour.computed(),
      rederive: false,
      rates: countRates(columns),
    };
    this.#commit(sealed, { key, bytes: bytes.length, chunks }, columns, {
      lateHourMs: this.#lateAfter(hourMs, carry),
      states,
      reasons,
    });
    if (hour.version === version && memory.hours.get(hourMs) === hour) memory.hours.delete(hourMs);
    return { hourMs, rows, bytes: bytes.length };
  }

  /** The sealed hour whose derived values rest on this one's, which leaves something else than before; null without. */
  #lateAfter(hourMs: number, carry: Carry): number | null {
    const { memory } = this.#deps;
    const before = memory.sealed.get(hourMs) ?? null;
    const next = memory.sealedAfter(hourMs);
    const isLate = next && !next.rederive && !(before && sameCarry(before.carry, carry));
    return isLate ? next.segment.hourMs : null;
  }

  /** All samples of the hour were forgotten: it is none any more. */
  #dropEmpty(hourMs: number, lateHourMs: number | null): void {
    const { memory, log, manifest, now } = this.#deps;
    const replaced = keyOnlyOf(memory, hourMs);
    const needless = this.#needlessAfter(hourMs, log.lastSeq);
    manifest.transaction(() => {
      manifest.segments.forget(hourMs);
      if (replaced !== null) manifest.objects.discard(replaced, now() + GARBAGE_MS);
      if (lateHourMs !== null) manifest.segments.markLate(lateHourMs);
      manifest.forgetBlocks("minute", [hourMs]);
      manifest.forgetBlocks("hour", [hourMs]);
      log.forget(needless, log.lastSeq);
    });
    log.release(needless);
    memory.hours.delete(hourMs);
    this.dropHours([hourMs]);
  }

  /** The segment stands for its hour from now on: everything that follows from that changes together or not at all. */
  #commit(
    sealed: SealedHour,
    object: StoredObject,
    columns: Columns,
    {
      lateHourMs,
      states,
      reasons,
    }: { lateHourMs: number | null; states: UtsStates | null; reasons: UtsReason[] | null },
  ): void {
    const { memory, log, manifest, stats, detection, now } = this.#deps;
    const { hourMs } = sealed.segment;
    const [day, at] = [dayOf(hourMs), sealed.sealedAtMs];
    const replaced = keyOnlyOf(memory, hourMs);
    const needless = this.#needlessAfter(hourMs, sealed.sealedSeq);
    const byLevel = (unitMs: number): Rollups =>
      Object.fromEntries(
        Object.entries(columns).map(([key, column]) => [
          key,
          rollUp(column, unitMs, holdOf(key), columnOf(columns, otherKey(key))?.times),
        ]),
      );
    manifest.transaction(() => {
      manifest.segments.write(sealed);
      if (lateHourMs !== null) manifest.segments.markLate(lateHourMs);
      manifest.objects.add(object, { level: "", startMs: hourMs, endMs: hourMs + HOUR_MS });
      if (replaced !== null && replaced !== object.key)
        manifest.objects.discard(replaced, now() + GARBAGE_MS);
      manifest.writeBlock("minute", hourMs, toBlock(byLevel(MINUTE_MS)));
      manifest.writeBlock("hour", hourMs, toBlock(byLevel(HOUR_MS)));
      manifest.forgetBlocks("day", [day]);
      detection.keep(hourMs, { states, reasons, computed: sealed.derived });
      manifest.states.write(hourMs, statesOf(columnOf(columns, "machine_state")));
      manifest.markDirty(day, at);
      log.forget(needless, sealed.sealedSeq);
      manifest.freeLayouts();
      log.writeMeta("latest", [...memory.latest]);
      log.writeMeta("settled", [...memory.newestSamples.settled]);
      log.writeMeta("last_seal", at);
      log.writeMeta("samplers", stats.keep(log.lastSeq));
    });
    log.release(needless);
    this.#pending.drop(hourMs, sealed.sealedSeq);
    this.lastSealAtMs = at;
  }

  /** The hour in memory with every sample of it: a patch, or nothing, is laid over the segment's raw columns. */
  async wholeHour(hourMs: number): Promise<HourBuffer> {
    const { memory } = this.#deps;
    for (;;) {
      const held = memory.hours.get(hourMs);
      if (held?.complete) return held;
      const sealed = memory.sealed.get(hourMs);
      if (!sealed) throw new Error(`hour ${hourMs} is neither held nor sealed`);
      const columns = await this.#deps.sealed.readAll(sealed.segment);
      if (memory.sealed.get(hourMs) !== sealed) continue;
      const whole = new HourBuffer(hourMs, true);
      whole.fill(rawColumnsOf(columns, sealed.derived));
      for (const name of sealed.derived) {
        const column = ownerOf(name) === null ? undefined : columnOf(columns, name);
        if (column) whole.judgedBefore.set(name, ColumnBuffer.from(column));
      }
      const patch = memory.hours.get(hourMs);
      if (patch) whole.putAll(patch);
      memory.hours.set(hourMs, whole);
      return whole;
    }
  }

  /** Log rows that are needed for these hours alone. */
  rowsOnlyOf(hours: readonly number[]): number[] {
    return this.#pending.onlyOf(hours);
  }

  /** The hours have no samples any more. */
  dropHours(hours: readonly number[]): void {
    for (const hourMs of hours) this.#pending.drop(hourMs);
  }

  /** Log rows whose last unsealed hour this is. */
  #needlessAfter(hourMs: number, seq: number): number[] {
    return this.#pending.onlyOf([hourMs]).filter((row) => row <= seq);
  }
}

/** The object that holds this hour and no other; null when it is shared, or there is none. */
function keyOnlyOf(memory: MachineMemory, hourMs: number): string | null {
  const key = memory.sealed.get(hourMs)?.segment.key;
  if (key === undefined) return null;
  const day = dayOf(hourMs);
  return memory.sealed
    .within(day, day + DAY_MS)
    .some(({ segment }) => segment.key === key && segment.hourMs !== hourMs)
    ? null
    : key;
}

const rawColumnsOf = (columns: Columns, derived: readonly string[]): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([metric]) => !derived.includes(metric)));
