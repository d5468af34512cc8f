/**
 * What a recorder holds of its machine in memory: unsealed hours, the list of sealed ones, each metric's newest value.
 * Pure: no storage, no clock. The recorder writes the log row for whatever `apply` accepted, in the same turn.
 */
import type { ColumnBuffer, PutResult } from "./column-buffer.ts";
import { DERIVE_INPUTS, isDerived, type Carry } from "./derive.ts";
import type { UtsStates } from "#app/domain/detection/hour-judge.ts";
import { MachineJudge } from "#app/domain/detection/machine-judge.ts";
import { FreshSamples, replaces } from "./fresh-samples.ts";
import { holdOf } from "./held.ts";
import { HourBuffer } from "./hour-buffer.ts";
import { hoursBefore, nearestBefore, type ToldHour } from "./hours-before.ts";
import { OpenHours } from "./open-hours.ts";
import { newer, NewestSamples } from "./newest-samples.ts";
import { SeriesManifest } from "./manifest.ts";
import type { SealedHour, SealedHours } from "./sealed-hours.ts";
import { MachineMetrics, registeredKind } from "./machine-metrics.ts";
import {
  columnOf,
  metricOf,
  otherKey,
  textKey,
  type Columns,
  type Sample,
  type SampleValue,
} from "./types.ts";
import type { DecodedColumn } from "./batch.ts";
import { bothKinds, toStateOrNull, toStored } from "./stored-form.ts";
import type { Rejection, RejectReason } from "./recorder-port.ts";
import { hourOf, plainHour, valueIn, type Window } from "./batch-window.ts";

export type Applied = {
  accepted: number;
  duplicate: number;
  rejected: Rejection[];
  hours: Set<number>;
  /** Metrics that are new, or have become numbers and texts. */
  newMetrics: string[];
};

export class MachineMemory {
  readonly judge = new MachineJudge();
  readonly hours = new OpenHours();
  readonly manifest = new SeriesManifest();
  readonly newestSamples = new NewestSamples(this.hours);
  readonly metrics = new MachineMetrics();
  readonly fresh = new FreshSamples();
  /** Grows when samples are deleted: what was read of sealed ones before holds no longer. */
  deletions = 0;

  /** The newest sample by column key; it may lie ahead. */
  get latest(): Map<string, Sample> {
    return this.newestSamples.latest;
  }

  get sealed(): SealedHours {
    return this.manifest.hours;
  }

  get samples(): number {
    return this.hours.samples;
  }

  /** The oldest hour of which there are samples, in Unix milliseconds; Infinity without any. Roll-ups may be older. */
  get samplesFromMs(): number {
    return Math.min(this.sealed.after(-Infinity), this.hours.after(-Infinity));
  }

  /**
   * Puts a batch into the hours it belongs to. `metrics` names each column's metric, null for an unmapped tag.
   * `sealedValues` holds, per sealed hour, the columns that `sealedHoursTouched` asked for.
   */
  apply(
    columns: readonly DecodedColumn[],
    metrics: readonly (string | null)[],
    window: Window,
    sealedValues?: ReadonlyMap<number, Columns>,
  ): Applied {
    const applied: Applied = {
      accepted: 0,
      duplicate: 0,
      rejected: [],
      hours: new Set(),
      newMetrics: [],
    };
    if (window.liveMs < this.newestSamples.liveMs) this.fresh.yieldAfter(window.liveMs);
    this.newestSamples.liveMs = window.liveMs;
    // The columns of a frame share their times: what holds for the times is found once.
    const plain = new Map<Float64Array, number | null>();
    for (let index = 0; index < columns.length; index++) {
      const metric = metrics[index] ?? null;
      let column = columns[index] as DecodedColumn;
      const next = columns[index + 1];
      // Numbers and texts of one tag in one frame: the rows in the order in which they were sent.
      if (next && next.tag === column.tag && next.times === column.times) {
        column = bothKinds(column, next);
        index++;
      }
      let hourMs = plain.get(column.times);
      if (hourMs === undefined) plain.set(column.times, (hourMs = plainHour(column.times, window)));
      if (metric === null || hourMs === null || !this.#append(column, metric, hourMs, applied)) {
        this.#applyColumn(column, metric, window, sealedValues, applied);
      }
    }
    return applied;
  }

  /** The usual case: numbers newer than any of their metric, all in one open hour. False when it is another case. */
  #append(column: DecodedColumn, metric: string, hourMs: number, applied: Applied): boolean {
    const hour = this.hours.get(hourMs);
    const isState = metric === "machine_state";
    const latest = this.latest.get(metric);
    if (
      !hour?.complete ||
      (column.isText && !isState) ||
      this.fresh.isWatched(metric) ||
      !latest ||
      this.metrics.kinds.get(metric) !== "number" ||
      (column.times[0] as number) <= latest.timeMs
    )
      return false;
    const taken = hour.append(
      metric,
      column.times,
      isState ? (row) => toStateOrNull(column.valueAt(row)) : column.valueAt,
    );
    if (taken < 0) return false;
    if (taken === 0) return true;
    const buffer = hour.raw.get(metric) as ColumnBuffer;
    this.newestSamples.note(metric, {
      timeMs: buffer.lastMs,
      value: buffer.valueAt(buffer.length - 1),
    });
    applied.accepted += taken;
    applied.hours.add(hourMs);
    return true;
  }

  #applyColumn(
    column: DecodedColumn,
    metric: string | null,
    window: Window,
    sealedValues: ReadonlyMap<number, Columns> | undefined,
    applied: Applied,
  ): void {
    const rejected: Partial<Record<RejectReason, number>> = {};
    const reject = (reason: RejectReason): void =>
      void (rejected[reason] = (rejected[reason] ?? 0) + 1);
    const fixed = metric === null ? null : registeredKind(metric);
    const keys = metric === null ? null : { number: metric, text: textKey(metric) };
    let kinds = metric === null ? undefined : this.metrics.kinds.get(metric);
    let hour: HourBuffer | null = null;
    const watched = metric !== null && this.fresh.isWatched(metric);
    const shown = watched ? this.newest(metric, window.liveMs) : null;
    for (let row = 0; row < column.times.length; row++) {
      const held = column.valueAt(row);
      if (held === null) continue;
      if (metric === null || keys === null) {
        reject("unmapped");
        continue;
      }
      const timeMs = column.times[row] as number;
      if (timeMs >= window.endMs || timeMs < window.startMs) {
        reject(timeMs >= window.endMs ? "future" : "too_old");
        continue;
      }
      if (this.manifest.isRetired(timeMs)) {
        reject("too_old");
        continue;
      }
      const kind = fixed ?? (typeof held === "number" ? "number" : "text");
      const value = toStored(metric, kind, held);
      if (value === null) {
        reject("bad_value");
        continue;
      }
      if (kinds !== kind && kinds !== "both") {
        const fault = kinds === undefined ? this.metrics.refusalOf(metric) : null;
        if (fault !== null) {
          reject(fault);
          continue;
        }
        kinds = this.metrics.note(metric, kind);
        applied.newMetrics.push(metric);
      }
      const hourMs = hourOf(timeMs);
      if (hour === null || hour.hourMs !== hourMs) hour = this.#hourFor(hourMs);
      const key = keys[kind];
      const result = this.#put(hour, key, kinds === "both", timeMs, value, sealedValues);
      if (result === "same") {
        applied.duplicate++;
        continue;
      }
      applied.accepted++;
      applied.hours.add(hourMs);
      this.newestSamples.note(key, { timeMs, value });
      // It may have taken the place of the other kind's newest sample.
      if (kinds === "both") this.newestSamples.forget(otherKey(key), timeMs, hour);
      if (watched && timeMs >= (shown?.timeMs ?? -Infinity) && this.metrics.isShown(metric, kind))
        this.fresh.offer(metric, { timeMs, value });
    }
    for (const [reason, count] of Object.entries(rejected))
      applied.rejected.push({ tag: column.tag, reason: reason as RejectReason, count });
  }

  #put(
    hour: HourBuffer,
    key: string,
    hasBoth: boolean,
    timeMs: number,
    value: SampleValue,
    sealedValues?: ReadonlyMap<number, Columns>,
  ): PutResult {
    if (hour.complete) return hour.put(key, timeMs, value);
    const keys = hasBoth ? [key, otherKey(key)] : [key];
    if (keys.some((each) => hour.raw.get(each)?.has(timeMs))) return hour.put(key, timeMs, value);
    const columns = sealedValues?.get(hour.hourMs);
    const [own, others] = keys.map((each) => valueIn(columnOf(columns, each), timeMs));
    if (own === value) return "same";
    hour.put(key, timeMs, value);
    return own === undefined && others === undefined ? "new" : "changed";
  }

  #hourFor(hourMs: number): HourBuffer {
    let hour = this.hours.get(hourMs);
    if (!hour) this.hours.set(hourMs, (hour = new HourBuffer(hourMs, !this.sealed.has(hourMs))));
    return hour;
  }

  /** The newest sample up to the time, of the kind that the metric is shown as; of either, where nothing says which. */
  newest(metric: string, untilMs = Infinity): Sample | null {
    let newest: Sample | null = null;
    for (const key of this.#keysShown(metric))
      newest = newer(newest, this.newestSamples.upTo(key, untilMs));
    return newest;
  }

  #keysShown(metric: string): string[] {
    return this.metrics.kinds.has(metric) ? this.metrics.keysShown(metric) : [metric];
  }

  /** Samples of the metric after the time, in no order: they become newest values in their turn. */
  ahead(metric: string, untilMs: number): Sample[] {
    return this.#keysShown(metric).flatMap((key) => this.newestSamples.after(key, untilMs));
  }

  /** From now on samples of the metric after `given`, the newest one up to the time, are fresh. */
  watch(metric: string, given: Sample | null, untilMs: number): void {
    this.fresh.watch(metric, given);
    for (const sample of this.ahead(metric, untilMs)) this.fresh.offer(metric, sample);
  }

  /** Raw metrics and what was derived from them, sorted. */
  metricNames(): string[] {
    return [
      ...new Set([...this.metrics.kinds.keys(), ...[...this.latest.keys()].map(metricOf)]),
    ].sort();
  }

  /** Derives the newest hour as far as it goes, so that newest values and listeners are up to date. */
  deriveNewest(touched: ReadonlySet<number>): void {
    if (touched.size === 0) return;
    const hour = this.hours.get(this.hours.before(Infinity));
    if (!hour?.complete) return;
    if (this.judge.isOff && ![...hour.raw.keys()].some((metric) => DERIVE_INPUTS.has(metric)))
      return;
    this.#derive(hour);
  }

  /** Carry at the end of the hour, derived columns and flags up to date; null for a patch. */
  deriveHour(hourMs: number): Carry | null {
    return this.deriving()(hourMs);
  }

  /** As deriveHour, for many hours of one turn in ascending order: each begins at what the one before it told. */
  deriving(): (hourMs: number) => Carry | null {
    let last: ToldHour | null = null;
    return (hourMs) => {
      const hour = this.hours.get(hourMs);
      if (!hour?.complete) return null;
      const carry = this.#derive(hour, true, this.carryBefore(hourMs, true, last));
      last = { hourMs, carry };
      return carry;
    };
  }

  /** Whether the metric's sample of that time is abnormal; null when it was not judged. Of samples in memory. */
  flagAt(metric: string, timeMs: number): boolean | null {
    const name = `${metric}_ad_flag`;
    const sent = this.metrics.kinds.has(name) ? this.newest(name, timeMs) : null;
    if (sent && sent.timeMs > timeMs - holdOf(name)) return sent.value === 1;
    return this.judge.flagAt(metric, timeMs, this.hours.get(hourOf(timeMs)));
  }

  #derive(
    hour: HourBuffer,
    isFinal = false,
    before = this.carryBefore(hour.hourMs, isFinal),
  ): Carry {
    const carry = this.#deriveColumns(hour, before);
    if (this.judge.isOff) return carry;
    const context = { carry: before, states: this.#statesBefore(hour.hourMs) };
    return this.judge.judge(hour, context, carry, isFinal);
  }

  #statesBefore(hourMs: number): UtsStates | null {
    const hour = this.hours.get(nearestBefore(this, hourMs));
    return this.judge.statesBefore(hourMs, hour?.complete ? hour : undefined);
  }

  #deriveColumns(hour: HourBuffer, carry: Carry): Carry {
    const shown = new Map<string, Sample | null>();
    for (const metric of this.fresh.watched())
      if (isDerived(metric)) shown.set(metric, this.newest(metric, this.newestSamples.liveMs));
    return hour.derive(carry, (metric, timeMs, value) => {
      const sample = { timeMs, value };
      const before = shown.get(metric);
      if (before !== undefined && replaces(before, sample)) this.fresh.offer(metric, sample);
      this.newestSamples.note(metric, sample);
    });
  }

  /** What the hours before tell an hour: the carry of the nearest one with data. `told`: one that was derived in this turn. */
  carryBefore(hourMs: number, isFinal = false, told: ToldHour | null = null): Carry {
    const { open, first } = hoursBefore(this, hourMs, told);
    return open.reduceRight((carry, hour) => this.#derive(hour, isFinal, carry), first);
  }

  /** The sealed hour right after this one in time, whose derived values rest on it. */
  sealedAfter(hourMs: number): SealedHour | null {
    const nearest = this.sealed.after(hourMs);
    if (this.hours.after(hourMs) < nearest) return null;
    return this.sealed.get(nearest) ?? null;
  }
}
