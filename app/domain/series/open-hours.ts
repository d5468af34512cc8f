/**
 * The hours in memory: one batch may open thousands, and each is asked for its neighbours, for when something came for it
 * last, and for its samples in all. Nothing of that walks them all.
 */
import { Ascending } from "./ascending.ts";
import type { HourBuffer } from "./hour-buffer.ts";

export class OpenHours extends Map<number, HourBuffer> {
  readonly #order = new Ascending();
  /** Those that are incomplete. */
  readonly #patches = new Ascending();
  /** As which one each was opened. */
  readonly #openedAs = new Map<number, number>();
  /** When something came for an hour last. */
  readonly #touchedMs = new Map<number, number>();
  /** Each hour is in one of them: those for which something came lately, in that order, and the others. */
  readonly #busy = new Set<number>();
  readonly #quiet = new Ascending();
  /** Those of the former that are complete. */
  readonly #busyWhole = new Ascending();
  readonly #count = (change: number): void => void (this.#samples += change);
  #samples = 0;
  #opened = 0;

  override set(hourMs: number, hour: HourBuffer): this {
    const before = this.get(hourMs);
    if (before) this.#leave(before);
    else {
      this.#order.add(hourMs);
      this.#quiet.add(hourMs);
      this.#openedAs.set(hourMs, this.#opened++);
    }
    if (hour.complete) {
      this.#patches.delete(hourMs);
      if (this.#busy.has(hourMs)) this.#busyWhole.add(hourMs);
    } else this.#patches.add(hourMs);
    hour.onCount = this.#count;
    this.#samples += hour.samples;
    return super.set(hourMs, hour);
  }

  override delete(hourMs: number): boolean {
    const hour = this.get(hourMs);
    if (!hour) return false;
    this.#leave(hour);
    this.#order.delete(hourMs);
    this.#patches.delete(hourMs);
    this.#openedAs.delete(hourMs);
    this.#touchedMs.delete(hourMs);
    if (this.#busy.delete(hourMs)) this.#busyWhole.delete(hourMs);
    else this.#quiet.delete(hourMs);
    return super.delete(hourMs);
  }

  override clear(): void {
    for (const hour of this.values()) this.#leave(hour);
    this.#order.clear();
    this.#patches.clear();
    this.#openedAs.clear();
    this.#quiet.clear();
    this.#busy.clear();
    this.#busyWhole.clear();
    this.#touchedMs.clear();
    super.clear();
  }

  #leave(hour: HourBuffer): void {
    hour.onCount = null;
    this.#samples -= hour.samples;
  }

  /** Of all hours. */
  get samples(): number {
    return this.#samples;
  }

  /** The nearest one before; -Infinity when there is none. */
  before(hourMs: number): number {
    return this.#order.before(hourMs);
  }

  /** The nearest one after; Infinity when there is none. */
  after(hourMs: number): number {
    return this.#order.after(hourMs);
  }

  /** Whether there is one of [fromMs, toMs). */
  hasWithin(fromMs: number, toMs: number): boolean {
    return this.has(fromMs) || this.after(fromMs) < toMs;
  }

  /** Those of [fromMs, toMs), ascending. */
  within(fromMs: number, toMs: number): number[] {
    return this.#order.within(fromMs, toMs);
  }

  /** Those that begin at or after the time, the oldest first. */
  *from(fromMs: number): Generator<HourBuffer> {
    for (const hourMs of this.#order.from(fromMs)) yield this.get(hourMs) as HourBuffer;
  }

  /** All, the oldest first. */
  inOrder(): Generator<HourBuffer> {
    return this.from(-Infinity);
  }

  /** When they begin, ascending. */
  starts(): Generator<number> {
    return this.#order.from(-Infinity);
  }

  /** When those begin that are incomplete, ascending. */
  patches(): Generator<number> {
    return this.#patches.from(-Infinity);
  }

  /** How many were opened so far, those that are open no more included. */
  get opened(): number {
    return this.#opened;
  }

  /** Whether it is open since so many had been opened. */
  wasOpened(hourMs: number, opened: number): boolean {
    return (this.#openedAs.get(hourMs) ?? Infinity) < opened;
  }

  /** Something came for the hour. */
  touch(hourMs: number, nowMs: number): void {
    const hour = this.get(hourMs);
    if (!hour) return;
    this.#touchedMs.set(hourMs, nowMs);
    if (!this.#busy.delete(hourMs)) {
      this.#quiet.delete(hourMs);
      if (hour.complete) this.#busyWhole.add(hourMs);
    }
    this.#busy.add(hourMs);
  }

  /** When something came for the hour last; 0 when nothing did. */
  touchedMs(hourMs: number): number {
    return this.#touchedMs.get(hourMs) ?? 0;
  }

  /** From now on the hours that were touched longest ago, as far as `isQuiet` is true of them, are quiet. */
  calm(isQuiet: (hourMs: number) => boolean): void {
    for (const hourMs of this.#busy) {
      if (!isQuiet(hourMs)) return;
      this.#busy.delete(hourMs);
      this.#busyWhole.delete(hourMs);
      this.#quiet.add(hourMs);
    }
  }

  /** The oldest complete one that is not quiet; null without. */
  get oldestBusy(): HourBuffer | null {
    return this.get(this.#busyWhole.after(-Infinity)) ?? null;
  }

  /** Those that are not quiet, touched longest ago first. */
  *busy(): Generator<HourBuffer> {
    for (const hourMs of this.#busy) yield this.get(hourMs) as HourBuffer;
  }

  /** The quiet ones, the oldest first. */
  *quiet(): Generator<HourBuffer> {
    for (const hourMs of this.#quiet.from(-Infinity)) yield this.get(hourMs) as HourBuffer;
  }
}
