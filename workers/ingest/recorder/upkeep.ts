/**
 * What a recorder does besides taking batches, one thing at a time: sealing hours, packing parts of days and days, moving
 * roll-ups into files, retention, and deleting what nobody refers to any more. Each piece of work can be done again from
 * its beginning; one that fails is tried again later, and holds up only what rests on it.
 */
import { isRecent } from "#app/domain/is-recent.ts";
import type { LogDamage, MemoryDamage } from "./log-checksum.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import type { ObjectStore } from "#app/storage/object-store.ts";
import type { Forgetter } from "./forgetting.ts";
import { GARBAGE_MS, MAX_TURN_MS, SEAL_PRESSURE_SAMPLES, SEALED_BEFORE_ANSWER } from "./limits.ts";
import type { Detection } from "./detection.ts";
import type { HandoverEvent } from "./handover.ts";
import type { LogStore } from "./log-store.ts";
import type { ManifestStore } from "./manifest-store.ts";
import type { Packer } from "./packer.ts";
import type { Roller } from "./roller.ts";
import { unlessAhead, type ClockEvent } from "./retention-clock.ts";
import type { Sealer } from "./sealer.ts";
import type { StorageLoss } from "./storage-loss.ts";
import type { UnreadableEvent, UnreadableObjects } from "./unreadable-objects.ts";
import { minOf } from "#app/domain/extremes.ts";

export type UpkeepEvent =
  | LogDamage
  | MemoryDamage
  | { event: "recorder_sealed"; hour: string; rows: number; bytes: number; ms: number }
  | {
      event: "recorder_packed";
      from: string;
      hours: number;
      rows: number;
      bytes: number;
      ms: number;
    }
  | { event: "recorder_rolled"; level: "hour" | "day"; from: string; bytes: number; ms: number }
  | { event: "recorder_retired"; days: number; files: number; ms: number }
  | HandoverEvent
  | { event: "recorder_erased"; key: string; bytes: number; ms: number }
  | UnreadableEvent
  | ClockEvent
  | { event: "recorder_storage_lost"; beforeMs: number }
  | { event: "recorder_upkeep_failed"; work: string; at: string; error: string };

type Deps = {
  memory: MachineMemory;
  log: LogStore;
  manifest: ManifestStore;
  store: ObjectStore;
  unreadable: UnreadableObjects;
  loss: StorageLoss;
  sealer: Sealer;
  detection: Detection;
  packer: Packer;
  roller: Roller;
  forgetter: Forgetter;
  now: () => number;
  /** Lets other work have its turn, for about so long. */
  yieldToEvents: (ms?: number) => Promise<void>;
  report: (event: UpkeepEvent) => void;
};
type Work = { name: string; at: string; dueMs: number; run: () => Promise<void> };

export class Upkeep {
  readonly #deps: Deps;
  #running: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** When there is something to do, by the recorder's clock; Infinity when never. */
  get nextDueMs(): number {
    const sealMs = this.#deps.sealer.due.nextDueMs();
    // The rest waits for that, and need not be looked for.
    if (sealMs <= this.#deps.now()) return sealMs;
    return Math.min(minOf(this.#works().map(({ dueMs }) => dueMs)), sealMs);
  }

  /**
   * Does what is due, for about MAX_TURN_MS and as long as the disk `hasRoom`, and rests as long as it worked; false when
   * something failed or is left, and should be tried again later.
   */
  async work(hasRoom: () => boolean = () => true): Promise<boolean> {
    const { memory, yieldToEvents, report } = this.#deps;
    const turnAtMs = Date.now();
    const failed = new Set<string>();
    for (
      let work = this.#nextDue(failed);
      work && isRecent(turnAtMs, Date.now(), MAX_TURN_MS);
      work = this.#nextDue(failed)
    ) {
      if (!hasRoom()) return false;
      const { name, at, run } = work;
      const beganMs = Date.now();
      try {
        await this.#exclusively(run);
      } catch (error) {
        failed.add(name);
        report({
          event: "recorder_upkeep_failed",
          work: name,
          at,
          error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
        });
      }
      await yieldToEvents(memory.samples > SEAL_PRESSURE_SAMPLES ? 0 : Date.now() - beganMs);
    }
    return failed.size === 0;
  }

  /** Seals the hour if there is anything to seal; after whatever is at work. */
  async seal(hourMs: number): Promise<void> {
    await this.#exclusively(() => this.#seal(hourMs));
    await this.#deps.yieldToEvents();
  }

  /** Does it while nothing else is at work. */
  run<T>(work: () => T): Promise<T> {
    return this.#exclusively(async () => work());
  }

  /**
   * Keeps upkeep still while a large answer is made: waits for what is at work and, where memory is short, until some hours
   * are sealed. Nothing further begins until what this answers is called.
   */
  holdForAnswer(): Promise<() => void> {
    return new Promise((begin) => {
      void this.#exclusively(async () => {
        await this.#sealBeforeAnswer();
        await new Promise<void>((end) => begin(end));
      });
    });
  }

  async #sealBeforeAnswer(): Promise<void> {
    const { memory, sealer, unreadable, yieldToEvents } = this.#deps;
    // Counted by what is sealed: samples may come as fast meanwhile.
    let left = SEALED_BEFORE_ANSWER;
    while (left > 0 && memory.samples > SEAL_PRESSURE_SAMPLES) {
      const hour = sealer.due.next();
      const samples = hour === null ? 0 : (memory.hours.get(hour)?.samples ?? 0);
      if (hour === null || samples === 0) return;
      left -= samples;
      try {
        await this.#seal(hour);
      } catch (error) {
        // The next turn of upkeep tells.
        unreadable.note(error);
        return;
      }
      await yieldToEvents();
    }
  }

  #nextDue(failed: ReadonlySet<string>): Work | null {
    const now = this.#deps.now();
    const hour = this.#deps.sealer.due.next();
    // Nothing else rests on less than sealed hours.
    if (hour !== null)
      return failed.has("seal")
        ? null
        : { name: "seal", at: iso(hour), dueMs: now, run: () => this.#seal(hour) };
    return this.#works().find(({ name, dueMs }) => dueMs <= now && !failed.has(name)) ?? null;
  }

  #works(): Work[] {
    const { memory, detection, packer, roller, forgetter, manifest, now } = this.#deps;
    const works: Work[] = [];
    const { dueDay } = detection;
    if (dueDay !== null)
      works.push({
        name: "bounds",
        at: iso(dueDay),
        dueMs: -Infinity,
        run: () => detection.findBounds(dueDay),
      });
    if (detection.isChanging)
      works.push({
        name: "percentiles",
        at: "",
        dueMs: -Infinity,
        run: () => detection.findChanged(),
      });
    const pack = packer.next();
    if (pack)
      works.push({
        name: "pack",
        at: iso(pack.fromMs),
        dueMs: pack.dueMs,
        run: () =>
          this.#timed(
            () => packer.pack(pack),
            (done, ms) => ({
              event: "recorder_packed",
              from: iso(pack.fromMs),
              hours: pack.hours,
              ...done,
              ms,
            }),
          ),
      });
    const roll = roller.next();
    if (roll)
      works.push({
        name: "roll",
        at: iso(roll.startMs),
        dueMs: roll.dueMs,
        run: () =>
          this.#timed(
            () => roller.roll(roll),
            (done, ms) => ({
              event: "recorder_rolled",
              level: roll.level,
              from: iso(roll.startMs),
              ...done,
              ms,
            }),
          ),
      });
    const erasure = forgetter.next();
    if (erasure !== null)
      works.push({
        name: "erase",
        at: erasure,
        dueMs: -Infinity,
        run: () =>
          this.#timed(
            () => forgetter.erase(erasure),
            ({ bytes }, ms) => ({ event: "recorder_erased", key: erasure, bytes, ms }),
          ),
      });
    if (memory.sealed.size > 0)
      works.push({ name: "retire", at: "", dueMs: roller.retireDueMs, run: () => this.#retire() });
    const { nextGarbageMs } = manifest.objects;
    if (nextGarbageMs < Infinity)
      works.push({
        name: "sweep",
        at: "",
        dueMs: unlessAhead(nextGarbageMs - GARBAGE_MS, now()) + GARBAGE_MS,
        run: () => this.#sweep(),
      });
    return works;
  }

  async #seal(hourMs: number): Promise<void> {
    const { memory, sealer, loss } = this.#deps;
    // No object is written before it is known which names are taken.
    await loss.look();
    if (!memory.hours.has(hourMs) && !memory.sealed.get(hourMs)?.rederive) return;
    await this.#timed(
      () => sealer.seal(hourMs),
      ({ rows, bytes }, ms) => ({ event: "recorder_sealed", hour: iso(hourMs), rows, bytes, ms }),
    );
  }

  async #retire(): Promise<void> {
    const startedAt = Date.now();
    const { days, files } = this.#deps.roller.retire();
    if (days + files > 0)
      this.#deps.report({ event: "recorder_retired", days, files, ms: Date.now() - startedAt });
  }

  async #sweep(): Promise<void> {
    const { manifest, store, now } = this.#deps;
    const keys = manifest.objects.garbage(now());
    await store.delete(keys);
    manifest.objects.forgetGarbage(keys);
  }

  async #timed<Done>(
    run: () => Promise<Done>,
    eventOf: (done: Done, ms: number) => UpkeepEvent,
  ): Promise<void> {
    const startedAt = Date.now();
    const done = await run();
    this.#deps.report(eventOf(done, Date.now() - startedAt));
  }

  /** One thing at a time: each takes memory and CPU, and two of one hour would race. */
  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const run = () =>
      work().catch((error: unknown) => {
        this.#deps.unreadable.note(error);
        throw error;
      });
    const done = this.#running.then(run, run);
    this.#running = done.catch(() => {});
    return done;
  }
}

const iso = (timeMs: number): string => new Date(timeMs).toISOString();
