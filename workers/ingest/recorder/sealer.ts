/**
 * Turns unsealed hours into Parquet segments: write the object, then commit list and log in one
 * transaction, then forget the samples. A crash between any two steps repeats the step: the object's
 * name is not used before the commit, and the log rows go only with it.
 */
import type { LogStore } from "./log-store.ts";
import type { SamplerBook } from "./sampler-book.ts";
import { countRates } from "./productivity.ts";
import { GARBAGE_MS, QUIET_MS, SEAL_GRACE_MS, SEAL_PRESSURE_SAMPLES, SEAL_SPREAD_MS } from "./limits.ts";
import { sameCarry } from "../../../app/domain/series/derive.ts";
import { HourBuffer } from "../../../app/domain/series/hour-buffer.ts";
import { rawColumnsOf, type MachineMemory } from "../../../app/domain/series/machine-memory.ts";
import { rollUpHour } from "../../../app/domain/series/rollup.ts";
import { HOUR_MS } from "../../../app/domain/series/types.ts";
import { segmentKey } from "../../../app/storage/keys.ts";
import type { ObjectStore } from "../../../app/storage/object-store.ts";
import { readSegment } from "../../../app/storage/segment-read.ts";
import { writeSegment } from "../../../app/storage/segment-write.ts";

export type SealerDeps = {
  deviceId: number;
  memory: MachineMemory;
  log: LogStore;
  book: SamplerBook;
  store: ObjectStore;
  now: () => number;
};
export type SealReport = { hourMs: number; rows: number; bytes: number };

export class Sealer {
  readonly #deps: SealerDeps;
  /** Log rows that are still needed, and the hours that need them. */
  readonly #pending = new Map<number, Set<number>>();
  readonly #touchedMs = new Map<number, number>();
  /** Kept over restarts, for the machine's ingest status. */
  lastSealAtMs: number | null = null;

  constructor(deps: SealerDeps) {
    this.#deps = deps;
  }

  noteLogRow(seq: number, hours: ReadonlySet<number>, nowMs: number): void {
    this.#pending.set(seq, new Set(hours));
    for (const hour of hours) this.#touchedMs.set(hour, nowMs);
  }

  /** When the next hour is due; Infinity when none is. */
  nextDueMs(): number {
    const { memory, now } = this.#deps;
    let due = memory.samples > SEAL_PRESSURE_SAMPLES ? now() : Infinity;
    for (const hour of memory.hours.values()) due = Math.min(due, this.#dueMs(hour));
    return memory.sealed.oldestLate() === Infinity ? due : Math.min(due, now());
  }

  #dueMs(hour: HourBuffer): number {
    const end = hour.hourMs + HOUR_MS + SEAL_GRACE_MS + ((this.#deps.deviceId * 7919) % SEAL_SPREAD_MS);
    return Math.max(hour.complete ? end : 0, (this.#touchedMs.get(hour.hourMs) ?? 0) + QUIET_MS);
  }

  /** The hour to seal now, the most pressing first; null when none is due. */
  nextHour(): number | null {
    const { memory, now } = this.#deps;
    const hours = [...memory.hours.values()];
    const due = hours.filter((hour) => this.#dueMs(hour) <= now()).sort((a, b) => a.hourMs - b.hourMs)[0];
    if (due) return due.hourMs;
    if (memory.samples > SEAL_PRESSURE_SAMPLES) return Math.min(...hours.map((hour) => hour.hourMs));
    const late = memory.sealed.oldestLate();
    return late === Infinity ? null : late;
  }

  /** Seals the hour, whole: what was sealed before, what came since, and what follows from both. */
  async seal(hourMs: number): Promise<SealReport> {
    const { deviceId, memory, log, book, store, now } = this.#deps;
    const hour = await this.#completeHour(hourMs);
    const carry = memory.deriveHour(hourMs) as NonNullable<ReturnType<MachineMemory["deriveHour"]>>;
    const { version } = hour;
    const columns = hour.columns();
    const seq = log.lastSeq;
    const generation = (log.readMeta<number>("generation") ?? 0) + 1;
    const { bytes, rows, firstMs, lastMs } = writeSegment(columns);
    const key = segmentKey(deviceId, hourMs, generation);
    await store.put(key, bytes);

    const before = memory.sealed.get(hourMs) ?? null;
    const sealed = {
      segment: { key, hourMs, firstMs, lastMs, bytes: bytes.length, rows },
      carry,
      sealedSeq: seq,
      derived: [...hour.derived.keys()].filter((metric) => !hour.raw.has(metric)),
      rederive: false,
      rates: countRates(columns),
    };
    log.commitSeal(
      hourMs,
      sealed,
      rollUpHour(columns),
      this.#needlessAfter(hourMs, seq),
      before?.segment.key ?? null,
      now() + GARBAGE_MS,
      memory.latest,
    );
    this.lastSealAtMs = now();
    log.writeMeta("generation", generation);
    log.writeMeta("last_seal", this.lastSealAtMs);
    log.writeMeta("samplers", book.keep(log.lastSeq));
    memory.sealed.set(hourMs, sealed);
    if (hour.version === version && memory.hours.get(hourMs) === hour) {
      memory.hours.delete(hourMs);
      this.#touchedMs.delete(hourMs);
    }
    const next = memory.sealedAfter(hourMs);
    if (next && !next.rederive && !(before && sameCarry(before.carry, carry))) {
      memory.sealed.markLate(next.segment.hourMs);
      log.writeSegment(next.segment.hourMs, next);
    }
    return { hourMs, rows, bytes: bytes.length };
  }

  /** The hour in memory with every sample of it: a patch, or nothing, is laid over the segment's raw columns. */
  async #completeHour(hourMs: number): Promise<HourBuffer> {
    const { memory } = this.#deps;
    for (;;) {
      const held = memory.hours.get(hourMs);
      if (held?.complete) return held;
      const sealed = memory.sealed.get(hourMs);
      if (!sealed) throw new Error(`hour ${hourMs} is neither held nor sealed`);
      const columns = await readSegment(this.#deps.store, sealed.segment.key, null, sealed.segment.bytes);
      if (memory.sealed.get(hourMs) !== sealed) continue;
      const whole = new HourBuffer(hourMs, true);
      whole.fill(rawColumnsOf(columns, sealed.derived));
      for (const [metric, column] of memory.hours.get(hourMs)?.raw ?? []) {
        for (let index = 0; index < column.length; index++) whole.put(metric, column.kind, column.timeAt(index), column.valueAt(index));
      }
      memory.hours.set(hourMs, whole);
      return whole;
    }
  }

  #needlessAfter(hourMs: number, seq: number): number[] {
    const needless: number[] = [];
    for (const [row, hours] of this.#pending) {
      if (row > seq) continue;
      hours.delete(hourMs);
      if (hours.size === 0) {
        needless.push(row);
        this.#pending.delete(row);
      }
    }
    return needless;
  }
}
