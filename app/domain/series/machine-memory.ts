/**
 * What a recorder holds of its machine in memory: the unsealed hours, the list of sealed ones, the
 * newest value of each metric. Pure: no storage, no clock. The recorder writes the log row for whatever
 * `apply` accepted, in the same turn.
 */
import type { ColumnBuffer, PutResult } from "./column-buffer.ts";
import { firstAtOrAfter } from "./clip.ts";
import { DERIVE_INPUTS, EMPTY_CARRY, type Carry } from "./derive.ts";
import { FreshSamples } from "./fresh-samples.ts";
import { HourBuffer } from "./hour-buffer.ts";
import { SeriesManifest } from "./manifest.ts";
import type { SealedHour, SealedHours } from "./sealed-hours.ts";
import { findMetric } from "#app/domain/metrics/registry.ts";
import { toStateCode } from "#app/domain/metrics/states.ts";
import { columnOf, type Columns, type Sample, type SampleValue } from "./types.ts";
import type { DecodedColumn } from "./batch.ts";
import type { Rejection, RejectReason } from "./recorder-port.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

export type Applied = {
  accepted: number;
  duplicate: number;
  rejected: Rejection[];
  hours: Set<number>;
  newMetrics: string[];
};

/** Times outside are refused: too_old before, future from `endMs` on. */
export type Window = { startMs: number; endMs: number };

/** Metrics of a machine that are neither known by name (registry.ts) nor mapped. */
export const MAX_UNMAPPED_METRICS = 1000;
/** What belongs to a metric and is sent beside it (CONTRACT §3). */
const COMPANION = /_(?:ad_flag|upper|lower)$/;
const NAME = /^[^\u0000-\u001f\u007f]{1,128}$/;

export const hourOf = (timeMs: number): number =>
  timeMs - (((timeMs % HOUR_MS) + HOUR_MS) % HOUR_MS);

export class MachineMemory {
  readonly hours = new Map<number, HourBuffer>();
  readonly manifest = new SeriesManifest();
  readonly latest = new Map<string, Sample>();
  readonly kinds = new Map<string, "number" | "text">();
  readonly fresh = new FreshSamples();
  /** Metrics beyond the share are taken while the log is read back: they were taken before. */
  unmappedLimit = Infinity;
  #mapped: ReadonlySet<string> = new Set();
  /** null while it must be counted. */
  #unmapped: Set<string> | null = null;

  get sealed(): SealedHours {
    return this.manifest.hours;
  }

  get samples(): number {
    let sum = 0;
    for (const hour of this.hours.values()) sum += hour.samples;
    return sum;
  }

  /** Sealed hours that the batch touches at or before their last sample: what must be read before `apply` can compare. */
  sealedHoursOf(
    columns: readonly DecodedColumn[],
    metrics: readonly (string | null)[],
    window: Window,
  ): Map<number, Set<string>> {
    const found = new Map<number, Set<string>>();
    if (this.sealed.size === 0) return found;
    const free = new Map<Float64Array, boolean>();
    columns.forEach((column, index) => {
      const metric = metrics[index];
      let isFree = free.get(column.times);
      if (isFree === undefined)
        free.set(column.times, (isFree = this.#isFree(plainHour(column.times, window))));
      if (!metric || isFree) return;
      for (const timeMs of column.times) {
        if (timeMs < window.startMs || timeMs >= window.endMs) continue;
        const hourMs = hourOf(timeMs);
        const hour = this.sealed.get(hourMs);
        if (!hour || timeMs > hour.segment.lastMs || this.hours.get(hourMs)?.complete) continue;
        const names = found.get(hourMs);
        if (names) names.add(metric);
        else found.set(hourMs, new Set([metric]));
      }
    });
    return found;
  }

  #isFree(hourMs: number | null): boolean {
    return hourMs !== null && !this.sealed.has(hourMs);
  }

  /**
   * Puts a batch into the hours it belongs to. `metrics` names each column's metric, null for an unmapped tag.
   * `sealedValues` holds, per sealed hour, the columns that `sealedHoursOf` asked for.
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
    // The columns of a frame share their times: what holds for the times is found once.
    const plain = new Map<Float64Array, number | null>();
    columns.forEach((column, index) => {
      const metric = metrics[index] ?? null;
      let hourMs = plain.get(column.times);
      if (hourMs === undefined) plain.set(column.times, (hourMs = plainHour(column.times, window)));
      if (metric === null || hourMs === null || !this.#append(column, metric, hourMs, applied)) {
        this.#applyColumn(column, metric, window, sealedValues, applied);
      }
    });
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
    this.latest.set(metric, { timeMs: buffer.lastMs, value: buffer.valueAt(buffer.length - 1) });
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
    let kind = metric === null ? undefined : this.kinds.get(metric);
    let hour: HourBuffer | null = null;
    let previous: Sample | undefined;
    let newest: Sample | null = null;
    const watched = metric !== null && this.fresh.isWatched(metric);
    for (let row = 0; row < column.times.length; row++) {
      const held = column.valueAt(row);
      if (held === null) continue;
      if (metric === null) {
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
      if (kind === undefined) {
        if (NAME.test(metric) && !this.#hasRoom(metric)) {
          reject("too_many_metrics");
          continue;
        }
        kind = this.#newMetric(metric, held);
        if (kind) applied.newMetrics.push(metric);
      }
      const value = kind === undefined ? null : toStored(metric, kind, held);
      if (value === null) {
        reject("bad_value");
        continue;
      }
      const hourMs = hourOf(timeMs);
      if (hour === null || hour.hourMs !== hourMs) hour = this.#hourFor(hourMs);
      const result = this.#put(
        hour,
        metric,
        kind as "number" | "text",
        timeMs,
        value,
        sealedValues,
      );
      if (result === "same") {
        applied.duplicate++;
        continue;
      }
      applied.accepted++;
      applied.hours.add(hourMs);
      previous ??= this.latest.get(metric);
      if (timeMs >= (previous?.timeMs ?? -Infinity)) {
        if (newest === null || timeMs >= newest.timeMs) newest = { timeMs, value };
        if (watched && timeMs > (previous?.timeMs ?? -Infinity))
          this.fresh.offer(metric, { timeMs, value });
      }
    }
    if (metric !== null && newest) this.latest.set(metric, newest);
    for (const [reason, count] of Object.entries(rejected))
      applied.rejected.push({ tag: column.tag, reason: reason as RejectReason, count });
  }

  #put(
    hour: HourBuffer,
    metric: string,
    kind: "number" | "text",
    timeMs: number,
    value: SampleValue,
    sealedValues?: ReadonlyMap<number, Columns>,
  ): PutResult {
    if (hour.complete) return hour.put(metric, kind, timeMs, value);
    const sealed = valueIn(columnOf(sealedValues?.get(hour.hourMs), metric), timeMs);
    const patch = hour.raw.get(metric);
    const index = patch?.lowerBound(timeMs) ?? 0;
    if (patch && index < patch.length && patch.timeAt(index) === timeMs)
      return hour.put(metric, kind, timeMs, value);
    if (sealed === value) return "same";
    hour.put(metric, kind, timeMs, value);
    return sealed === undefined ? "new" : "changed";
  }

  #hourFor(hourMs: number): HourBuffer {
    let hour = this.hours.get(hourMs);
    if (!hour) this.hours.set(hourMs, (hour = new HourBuffer(hourMs, !this.sealed.has(hourMs))));
    return hour;
  }

  #newMetric(metric: string, value: SampleValue): "number" | "text" | undefined {
    if (!NAME.test(metric)) return undefined;
    const known = findMetric(metric);
    const isNumber = known ? known.type !== "passthrough" : typeof value === "number";
    const kind = isNumber ? "number" : "text";
    this.kinds.set(metric, kind);
    if (!this.#isExpected(metric)) this.#unmapped?.add(metric);
    return kind;
  }

  /** The metrics that the machine's mappings name: they always have room. */
  setMapped(metrics: Iterable<string>): void {
    this.#mapped = new Set(metrics);
    this.#unmapped = null;
  }

  /** Metrics that count to the share, as the mappings are now. */
  get unmapped(): ReadonlySet<string> {
    return this.#unmappedMetrics();
  }

  #unmappedMetrics(): Set<string> {
    return (this.#unmapped ??= new Set(
      [...this.kinds.keys()].filter((metric) => !this.#isExpected(metric)),
    ));
  }

  #hasRoom(metric: string): boolean {
    return this.#isExpected(metric) || this.#unmappedMetrics().size < this.unmappedLimit;
  }

  #isExpected(metric: string): boolean {
    const owner = metric.replace(COMPANION, "");
    return [metric, owner].some((name) => findMetric(name) !== undefined || this.#mapped.has(name));
  }

  /** Raw metrics and what was derived from them, sorted. */
  metricNames(): string[] {
    return [...new Set([...this.kinds.keys(), ...this.latest.keys()])].sort();
  }

  /** Derives the newest hour as far as it goes, so that newest values and listeners are up to date. */
  deriveNewest(touched: ReadonlySet<number>): void {
    if (touched.size === 0) return;
    const newest = Math.max(...this.hours.keys());
    const hour = this.hours.get(newest);
    if (!hour?.complete || ![...hour.raw.keys()].some((metric) => DERIVE_INPUTS.has(metric)))
      return;
    this.#derive(hour);
  }

  /** Carry at the end of the hour, derived columns up to date; null for a patch. */
  deriveHour(hourMs: number): Carry | null {
    const hour = this.hours.get(hourMs);
    return hour?.complete ? this.#derive(hour) : null;
  }

  #derive(hour: HourBuffer): Carry {
    return hour.derive(this.carryBefore(hour.hourMs), (metric, timeMs, value) => {
      const latest = this.latest.get(metric);
      if (latest && timeMs < latest.timeMs) return;
      if (this.fresh.isWatched(metric) && (!latest || timeMs > latest.timeMs))
        this.fresh.offer(metric, { timeMs, value });
      this.latest.set(metric, { timeMs, value });
    });
  }

  /** What the hours before tell an hour: the carry of the nearest one with data. */
  carryBefore(hourMs: number): Carry {
    let nearest = this.sealed.before(hourMs);
    for (const known of this.hours.keys()) if (known < hourMs && known > nearest) nearest = known;
    const retired = this.#retiredBefore(hourMs, nearest);
    if (retired) return retired;
    if (nearest === -Infinity) return EMPTY_CARRY;
    const hour = this.hours.get(nearest);
    if (hour?.complete) return this.#derive(hour);
    return this.sealed.get(nearest)?.carry ?? EMPTY_CARRY;
  }

  /** What a day past retention left for the hours after it, when no hour that is still here lies between. */
  #retiredBefore(hourMs: number, nearestMs: number): Carry | null {
    let newest = -Infinity;
    for (const day of this.manifest.retiredDays.keys())
      if (day + DAY_MS <= hourMs && day > nearestMs && day > newest) newest = day;
    return this.manifest.retiredDays.get(newest) ?? null;
  }

  /** The sealed hour right after this one in time, whose derived values rest on it. */
  sealedAfter(hourMs: number): SealedHour | null {
    const nearest = this.sealed.after(hourMs);
    for (const known of this.hours.keys()) if (known > hourMs && known < nearest) return null;
    return this.sealed.get(nearest) ?? null;
  }
}

/** The one hour that times, ascending and inside the window, lie in; null when they are not all that. */
function plainHour(times: Float64Array, window: Window): number | null {
  const first = times[0];
  const last = times[times.length - 1];
  if (first === undefined || last === undefined || first < window.startMs || last >= window.endMs)
    return null;
  for (let row = 1; row < times.length; row++)
    if (!((times[row] as number) > (times[row - 1] as number))) return null;
  const hourMs = hourOf(first);
  return last < hourMs + HOUR_MS ? hourMs : null;
}

const toStateOrNull = (value: SampleValue | null): number | null =>
  value === null ? null : toStateCode(value);

/** The form a value is stored in; null when it does not fit its metric. */
function toStored(metric: string, kind: "number" | "text", value: SampleValue): SampleValue | null {
  if (metric === "machine_state") return toStateCode(value);
  if (kind === "text") return String(value).toWellFormed();
  return typeof value === "number" ? value : null;
}

function valueIn(column: Columns[string] | undefined, timeMs: number): SampleValue | undefined {
  if (!column) return undefined;
  const index = firstAtOrAfter(column.times, timeMs);
  return column.times[index] === timeMs ? column.values[index] : undefined;
}

export const rawColumnsOf = (columns: Columns, derived: readonly string[]): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([metric]) => !derived.includes(metric)));
