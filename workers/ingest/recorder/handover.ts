/**
 * Gives all samples of a recorder to another one, when its machine takes the place of the other's (decision 084).
 *
 * From `begin` on this recorder takes nothing more, so what it has does not change: hour after hour is handed over, and may
 * be handed over again after a kill, for the same samples change nothing. Only when the other one has all of it in its
 * log are the samplers let through to it. The objects stay a while for readers that hold the old list.
 */
import { isRecent } from "#app/domain/is-recent.ts";
import type { BatchFrame } from "#app/domain/series/batch-frame.ts";
import { encodeBatch } from "#app/domain/series/batch.ts";
import type { ColumnBuffer } from "#app/domain/series/column-buffer.ts";
import type { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { isTextKey, metricOf } from "#app/domain/series/types.ts";
import type { ObjectStore } from "#app/storage/object-store.ts";
import { GARBAGE_MS, MAX_ADOPTED_SAMPLES, MAX_ADOPTED_TEXTS, MOVE_TURN_MS } from "./limits.ts";
import type { LogStore } from "./log-store.ts";
import type { ManifestStore } from "./manifest-store.ts";
import type { Sealer } from "./sealer.ts";
import type { UnreadableObjects } from "./unreadable-objects.ts";

export type HandoverEvent =
  | { event: "recorder_moved"; to: number; samples: number; hours: number; ms: number }
  | { event: "recorder_hour_not_moved"; hour: string; error: string }
  | { event: "recorder_samples_not_moved"; hour: string; samples: number };

export type Moved = {
  /** The machine id by which the other recorder is named. */
  recorderId: number;
  /** The other one has all of it: it is this machine's recorder from now on. */
  isDone: boolean;
  /** The newest hour that was handed over whole. */
  untilMs: number | null;
  /** When the objects here are deleted; null when they are. */
  sweepAtMs: number | null;
  /** Objects that could not be read: they stay. */
  unread: string[];
};

/** What is needed of the other recorder. */
export type Adopter = Pick<RecorderPort, "adopt" | "watch">;

type Deps = {
  memory: MachineMemory;
  log: LogStore;
  manifest: ManifestStore;
  sealer: Sealer;
  store: ObjectStore;
  unreadable: UnreadableObjects;
  holdUpkeep: () => Promise<() => void>;
  now: () => number;
  /** Lets other work have its turn. */
  yieldToEvents: () => Promise<void>;
  report: (event: HandoverEvent) => void;
};

export class Handover {
  readonly #deps: Deps;
  #moved: Moved | null;
  #running: Promise<boolean> | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#moved = deps.log.readMeta<Moved>("moved");
  }

  /** null: this recorder keeps its samples. */
  get moved(): Moved | null {
    return this.#moved;
  }

  /** When there is something to do; Infinity when never. */
  get nextDueMs(): number {
    if (this.#moved === null) return Infinity;
    return this.#moved.isDone ? (this.#moved.sweepAtMs ?? Infinity) : -Infinity;
  }

  /** From now on this recorder takes no samples. Once begun it is not begun for another one. */
  begin(recorderId: number): void {
    if (this.#moved === null)
      this.#write({ recorderId, isDone: false, untilMs: null, sweepAtMs: null, unread: [] });
  }

  /** Goes on where it was left, for about MOVE_TURN_MS. True when the other recorder has all of it; else it is called again. */
  run(to: Adopter): Promise<boolean> {
    this.#running ??= this.#run(to).finally(() => (this.#running = null));
    return this.#running;
  }

  async #run(to: Adopter): Promise<boolean> {
    if (this.#moved === null) return false;
    if (this.#moved.isDone) return true;
    const { memory, log, manifest, now, yieldToEvents, report } = this.#deps;
    const startedAt = Date.now();
    // What is at work may be writing an object of an hour; nothing further begins.
    const release = await this.#deps.holdUpkeep();
    try {
      for (const metric of log.watched()) await to.watch(metric);
      const hours = [
        ...new Set([
          ...memory.hours.keys(),
          ...memory.sealed.within(-Infinity, Infinity).map(hourOf),
        ]),
      ].sort((a, b) => a - b);
      let samples = 0;
      for (const hourMs of hours) {
        if (hourMs <= (this.#moved.untilMs ?? -Infinity)) continue;
        if (!isRecent(startedAt, Date.now(), MOVE_TURN_MS)) return false;
        const handed = await this.#handOver(hourMs, to);
        if (handed === null) return false;
        samples += handed;
        this.#write({ ...this.#moved, untilMs: hourMs });
        await yieldToEvents();
      }
      const moved = { ...this.#moved, isDone: true, sweepAtMs: now() + GARBAGE_MS };
      manifest.transaction(() => {
        log.forgetAll();
        log.writeMeta("moved", moved);
      });
      this.#moved = moved;
      const ms = Date.now() - startedAt;
      report({ event: "recorder_moved", to: moved.recorderId, samples, hours: hours.length, ms });
      return true;
    } finally {
      release();
    }
  }

  /** Answers the number of samples; null when the other one asks to wait. */
  async #handOver(hourMs: number, to: Adopter): Promise<number | null> {
    const { memory, report } = this.#deps;
    const hour = await this.#read(hourMs);
    let samples = 0;
    for (const frames of hour ? batchesOf(hour) : []) {
      const outcome = await to.adopt(encodeBatch(frames).bytes);
      if (outcome.status === "busy") return null;
      if (outcome.refused > 0)
        report({
          event: "recorder_samples_not_moved",
          hour: iso(hourMs),
          samples: outcome.refused,
        });
      samples += frames.reduce((sum, { times }) => sum + times.length, 0);
    }
    memory.hours.delete(hourMs);
    return samples;
  }

  /** Every sample of the hour that was sent; of an object that cannot be read, which stays, what came after it. */
  async #read(hourMs: number): Promise<HourBuffer | undefined> {
    const { memory, sealer, unreadable, report } = this.#deps;
    try {
      return await sealer.wholeHour(hourMs);
    } catch (error) {
      if (!unreadable.note(error)) throw error;
      report({ event: "recorder_hour_not_moved", hour: iso(hourMs), error: error.message });
      const moved = this.#moved as Moved;
      this.#write({ ...moved, unread: [...moved.unread, error.key] });
      return memory.hours.get(hourMs);
    }
  }

  /** Deletes the objects, once nobody reads them any more. */
  async sweep(): Promise<void> {
    const { manifest, store, now } = this.#deps;
    const moved = this.#moved;
    if (!moved?.isDone || moved.sweepAtMs === null || moved.sweepAtMs > now()) return;
    await store.delete(manifest.objects.allKeys().filter((key) => !moved.unread.includes(key)));
    this.#write({ ...moved, sweepAtMs: null });
  }

  #write(moved: Moved): void {
    this.#deps.log.writeMeta("moved", moved);
    this.#moved = moved;
  }
}

/** The raw columns of an hour, in batches that the other recorder can write as one row of its log. */
function* batchesOf(hour: HourBuffer): Generator<BatchFrame[]> {
  let frames: BatchFrame[] = [];
  let weight = 0;
  for (const [key, column] of hour.raw) {
    const most = isTextKey(key) ? MAX_ADOPTED_TEXTS : MAX_ADOPTED_SAMPLES;
    for (let from = 0; from < column.length; from += most) {
      const frame = frameOf(metricOf(key), column, from, Math.min(from + most, column.length));
      frames.push(frame);
      weight += frame.times.length / most;
      if (weight < 1) continue;
      yield frames;
      [frames, weight] = [[], 0];
    }
  }
  if (frames.length > 0) yield frames;
}

const frameOf = (tag: string, column: ColumnBuffer, from: number, to: number): BatchFrame => {
  const rows = Array.from({ length: to - from }, (_, index) => from + index);
  return {
    times: rows.map((row) => column.timeAt(row)),
    tags: { [tag]: rows.map((row) => column.valueAt(row)) },
  };
};

const hourOf = ({ segment }: { segment: { hourMs: number } }): number => segment.hourMs;
const iso = (timeMs: number): string => new Date(timeMs).toISOString();
