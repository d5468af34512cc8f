/**
 * The metrics that Helios computes when a sampler does not send them (CONTRACT §4), in event time.
 *
 * A Deriver walks one hour of raw samples in time order. What it must remember of the hours before is
 * its Carry, kept with each sealed hour, so that an hour can be derived again from its raw samples and
 * the carry alone: the same samples in any order give the same answers.
 *
 *   machine_running, machine_feeding, machine_running_feeding   of each machine_state sample: 0 or 1
 *   time_online      seconds since the first sample after the machine was last off; 0 while off
 *   uptime           percent of the last 4 hours running; a state holds until the next sample, but at most 15 min
 *   sheets_per_hour  growth of sheet_count over the last 60 s, per hour; between two samples it grows evenly
 *   msf_hr           sheets_per_hour × the last sheet_size / 1000
 *   signal_4bar      of each signal_dbm sample
 *
 * A counter that falls was reset: what it shows since is its growth. operating_productivity is no column:
 * it is sheets_per_hour over the machine's target, made at reading.
 */
import { STATE_OFF, isFeeding, isRunning } from "#app/domain/metrics/states.ts";
import type { ColumnBuffer } from "./column-buffer.ts";

export const UPTIME_WINDOW_MS = 4 * 3_600_000;
export const MAX_HOLD_MS = 15 * 60_000;
export const RATE_WINDOW_MS = 60_000;

export const DERIVED_METRICS = [
  "machine_running",
  "machine_feeding",
  "machine_running_feeding",
  "time_online",
  "uptime",
  "sheets_per_hour",
  "msf_hr",
  "signal_4bar",
] as const;
export type DerivedMetric = (typeof DERIVED_METRICS)[number];

const DERIVED = new Set<string>(DERIVED_METRICS);
export const isDerived = (metric: string): metric is DerivedMetric => DERIVED.has(metric);

/** Raw metrics that something is derived from. */
export const DERIVE_INPUTS: ReadonlySet<string> = new Set([
  "machine_state",
  "sheet_count",
  "sheets_per_hour",
  "sheet_size",
  "signal_dbm",
]);

export type Carry = {
  /** The last machine_state sample. */
  state: { timeMs: number; code: number } | null;
  /** First sample of the stretch in which the machine is not off. */
  onlineSinceMs: number | null;
  /** Running stretches [startMs, endMs] inside the uptime window, ascending, disjoint. */
  runs: [number, number][];
  /** sheet_count: [timeMs, growth since the first of the list], the newest at or before the rate window and all after it. */
  growth: [number, number][];
  /** The last raw sheet_count. */
  count: number | null;
  sheetSize: number | null;
  /** Metrics whose newest sample was abnormal, with which detection found it (detection/hour-judge.ts); left out: none. */
  abnormal?: Record<string, number>;
};

export const EMPTY_CARRY: Carry = {
  state: null,
  onlineSinceMs: null,
  runs: [],
  growth: [],
  count: null,
  sheetSize: null,
};

export const sameCarry = (a: Carry, b: Carry): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Signal bars 0–4 of a level in dBm (CONTRACT §4). */
export function toSignalBars(dbm: number): number {
  if (dbm >= -70) return 4;
  if (dbm >= -85) return 3;
  if (dbm >= -100) return 2;
  return dbm >= -110 ? 1 : 0;
}

/** Where a deriver puts what it computes; times ascend per metric. */
export type Emit = (metric: DerivedMetric, timeMs: number, value: number) => void;
export type RawColumns = { get(metric: string): ColumnBuffer | undefined };

export class Deriver {
  #state: Carry["state"];
  #onlineSinceMs: number | null;
  #runs: [number, number][];
  #runsHead = 0;
  #runMs: number;
  #growth: [number, number][];
  #growthHead = 0;
  #count: number | null;
  #sheetSize: number | null;
  readonly #done = new Map<string, number>();

  constructor(carry: Carry) {
    this.#state = carry.state;
    this.#onlineSinceMs = carry.onlineSinceMs;
    this.#runs = carry.runs.map(([start, end]) => [start, end]);
    this.#runMs = carry.runs.reduce((sum, [start, end]) => sum + end - start, 0);
    this.#growth = carry.growth.map(([time, grown]) => [time, grown]);
    this.#count = carry.count;
    this.#sheetSize = carry.sheetSize;
  }

  /** Derives from the samples that came after those already walked; they must be newer than every walked sample of their group. */
  advance(raw: RawColumns, emit: Emit): void {
    this.#walk(raw, "machine_state", (timeMs, code) => this.#onState(timeMs, code, emit));
    this.#walk(raw, "signal_dbm", (timeMs, dbm) => emit("signal_4bar", timeMs, toSignalBars(dbm)));
    this.#walkSheets(raw, emit);
  }

  /** What the next hour must know. */
  carry(): Carry {
    const runs = this.#runs
      .slice(this.#runsHead)
      .map(([start, end]): [number, number] => [start, end]);
    const base = this.#growth[this.#growthHead]?.[1] ?? 0;
    const growth = this.#growth
      .slice(this.#growthHead)
      .map(([time, grown]): [number, number] => [time, grown - base]);
    return {
      state: this.#state,
      onlineSinceMs: this.#onlineSinceMs,
      runs,
      growth,
      count: this.#count,
      sheetSize: this.#sheetSize,
    };
  }

  #walk(raw: RawColumns, metric: string, visit: (timeMs: number, value: number) => void): void {
    const column = raw.get(metric);
    if (!column || column.kind !== "number") return;
    for (let index = this.#done.get(metric) ?? 0; index < column.length; index++)
      visit(column.timeAt(index), column.valueAt(index) as number);
    this.#done.set(metric, column.length);
  }

  #onState(timeMs: number, code: number, emit: Emit): void {
    const before = this.#state;
    if (before && isRunning(before.code))
      this.#addRun(before.timeMs, Math.min(timeMs, before.timeMs + MAX_HOLD_MS));
    this.#dropRunsBefore(timeMs - UPTIME_WINDOW_MS);
    if (code === STATE_OFF) this.#onlineSinceMs = null;
    else this.#onlineSinceMs ??= timeMs;
    this.#state = { timeMs, code };
    const first = this.#runs[this.#runsHead];
    const cut = first ? Math.max(0, timeMs - UPTIME_WINDOW_MS - first[0]) : 0;
    emit("machine_running", timeMs, isRunning(code) ? 1 : 0);
    emit("machine_feeding", timeMs, isFeeding(code) ? 1 : 0);
    emit("machine_running_feeding", timeMs, isFeeding(code) ? 1 : 0);
    emit(
      "time_online",
      timeMs,
      this.#onlineSinceMs === null ? 0 : (timeMs - this.#onlineSinceMs) / 1000,
    );
    emit("uptime", timeMs, rounded(((this.#runMs - cut) / UPTIME_WINDOW_MS) * 100, 4));
  }

  #addRun(startMs: number, endMs: number): void {
    const last = this.#runs[this.#runs.length - 1];
    this.#runMs += endMs - startMs;
    if (last && this.#runs.length > this.#runsHead && last[1] === startMs) last[1] = endMs;
    else this.#runs.push([startMs, endMs]);
  }

  #dropRunsBefore(timeMs: number): void {
    for (
      let run = this.#runs[this.#runsHead];
      run && run[1] <= timeMs;
      run = this.#runs[this.#runsHead]
    ) {
      this.#runMs -= run[1] - run[0];
      this.#runsHead++;
    }
    if (this.#runsHead > 1024) {
      this.#runs = this.#runs.slice(this.#runsHead);
      this.#runsHead = 0;
    }
  }

  /** sheet_count, sheets_per_hour and sheet_size in one pass by time; sizes first where times are equal. */
  #walkSheets(raw: RawColumns, emit: Emit): void {
    const sizes = numbers(raw.get("sheet_size"));
    const sent = numbers(raw.get("sheets_per_hour"));
    const counts = sent ? undefined : numbers(raw.get("sheet_count"));
    const driver = sent ?? counts;
    const driverName = sent ? "sheets_per_hour" : "sheet_count";
    let size = this.#done.get("sheet_size") ?? 0;
    const takeSizes = (untilMs: number): void => {
      while (sizes && size < sizes.length && sizes.timeAt(size) <= untilMs)
        this.#sheetSize = sizes.valueAt(size++) as number;
    };
    if (driver) {
      for (let index = this.#done.get(driverName) ?? 0; index < driver.length; index++) {
        const timeMs = driver.timeAt(index);
        takeSizes(timeMs);
        const perHour = sent
          ? (driver.valueAt(index) as number)
          : this.#onCount(timeMs, driver.valueAt(index) as number);
        if (perHour === null) continue;
        if (!sent) emit("sheets_per_hour", timeMs, perHour);
        if (this.#sheetSize !== null)
          emit("msf_hr", timeMs, rounded((perHour * this.#sheetSize) / 1000, 4));
      }
      this.#done.set(driverName, driver.length);
    }
    takeSizes(Infinity);
    this.#done.set("sheet_size", size);
  }

  /** Sheets per hour at this count; null for the first count and after a silence longer than a state may hold. */
  #onCount(timeMs: number, count: number): number | null {
    const last = this.#growth[this.#growth.length - 1];
    if (!last || this.#count === null || timeMs - last[0] > MAX_HOLD_MS) {
      this.#growth = [[timeMs, 0]];
      this.#growthHead = 0;
      this.#count = count;
      return null;
    }
    const grown = last[1] + (count >= this.#count ? count - this.#count : Math.max(0, count));
    this.#count = count;
    this.#growth.push([timeMs, grown]);
    while (
      this.#growthHead + 2 < this.#growth.length &&
      (this.#growth[this.#growthHead + 1] as [number, number])[0] <= timeMs - RATE_WINDOW_MS
    )
      this.#growthHead++;
    if (this.#growthHead > 1024) {
      this.#growth = this.#growth.slice(this.#growthHead);
      this.#growthHead = 0;
    }
    const [sinceMs, before] = this.#growth[this.#growthHead] as [number, number];
    const earlyMs = timeMs - RATE_WINDOW_MS - sinceMs;
    if (earlyMs <= 0) return rounded(((grown - before) / (timeMs - sinceMs)) * 3_600_000, 2);
    // What it grew before the window is left out, as a part of the growth until the sample after. Differences of counts are
    // exact, whatever the list begins with.
    const [nextMs, next] = this.#growth[this.#growthHead + 1] as [number, number];
    const early = ((next - before) * earlyMs) / (nextMs - sinceMs);
    return rounded(((grown - before - early) / RATE_WINDOW_MS) * 3_600_000, 2);
  }
}

/** No more digits than the samples bear: an unrounded column takes ten times the room. */
const rounded = (value: number, decimals: number): number =>
  Math.round(value * 10 ** decimals) / 10 ** decimals;

const numbers = (column: ColumnBuffer | undefined): ColumnBuffer | undefined =>
  column?.kind === "number" && column.length > 0 ? column : undefined;
