/**
 * From the levels a range wants (plan-range.ts) to what holds them: files and the windows of them, rows in
 * the recorder's tables, hours in its memory. Pure, so that what a question costs can be told without reading.
 *
 * Where a level is not there the next best is: a day that is behind comes by its hours, an hour in memory by its samples,
 * samples past retention by their minutes, minutes past retention by their hours.
 */
import { rawPlan, planRange, type RangePlan, type Span } from "./plan-range.ts";
import {
  ceilTo,
  clipWindows,
  dayOf,
  floorTo,
  periodOf,
  pushWindow,
  subtractWindows,
  type Level,
  type RollupLevel,
  type TimeWindow,
} from "./levels.ts";
import type { SeriesManifest } from "./manifest.ts";
import type { BucketGrid } from "./bucket-edges.ts";
import { MINUTE_MS, DAY_MS, HOUR_MS } from "#app/domain/durations.ts";

export type PlannedFile = { key: string; level: Level; windows: TimeWindow[] };
export type SourcePlan = {
  /** One read each. Raw files first, ascending. */
  files: PlannedFile[];
  /** Rows of the tables, by level: units that begin in these windows. */
  tables: Record<RollupLevel, TimeWindow[]>;
  /** Samples in memory. */
  memory: TimeWindow[];
};
export type SeriesPlan = SourcePlan & { snapMs: number };

/**
 * Objects read for one question, as long as some way of answering keeps to it. Rows that no file holds yet count as the
 * file that will: what a question costs, and how finely it is answered, does not depend on what was packed by then.
 */
export const MAX_READS = 14;
/** Rows of samples that are as little work as one of minutes. */
const ROWS_OF_MINUTES = 2;

/** Hours that the recorder has in memory, whole or in part, ascending. */
export type HeldHours = readonly number[];

/**
 * The first way that costs few reads, or the cheapest. `exact` asks for samples whatever they cost; what may hold into
 * the range for `holdMs` is read too.
 */
export function planSeries(
  manifest: SeriesManifest,
  held: HeldHours,
  grid: BucketGrid,
  exact: boolean,
  holdMs: number,
): SeriesPlan {
  let cheapest: SeriesPlan | null = null;
  let leastCost = Infinity;
  for (const way of exact ? [rawPlan(grid, holdMs)] : planRange(grid, holdMs)) {
    const plan = resolve(manifest, held, way);
    const cost = costOf(plan);
    if (cost <= MAX_READS) return plan;
    if (cost < leastCost) [cheapest, leastCost] = [plan, cost];
  }
  return cheapest as SeriesPlan;
}

/**
 * As `planSeries`; by samples where that reads files of minutes and those of samples have at most twice their rows: a metric
 * is one column in these and four or more in those. `rowsOf`: of a file.
 */
export function planPlain(
  manifest: SeriesManifest,
  held: HeldHours,
  grid: BucketGrid,
  holdMs: number,
  rowsOf: (key: string) => number,
): SeriesPlan {
  const plan = planSeries(manifest, held, grid, false, holdMs);
  if (plan.snapMs > 0 || plan.files.length === 0 || !isEvery(plan, "minute")) return plan;
  const samples = resolve(manifest, held, rawPlan(grid, holdMs));
  if (!isEvery(samples, "raw") || costOf(samples) > MAX_READS) return plan;
  const rows = (files: readonly PlannedFile[]): number =>
    files.reduce((sum, { key }) => sum + rowsOf(key), 0);
  return rows(samples.files) <= ROWS_OF_MINUTES * rows(plan.files) ? samples : plan;
}

/** Whether all is read of files of the level, but for what is in memory. */
const isEvery = ({ files, tables }: SourcePlan, level: Level): boolean =>
  files.every((file) => file.level === level) &&
  Object.values(tables).every((windows) => windows.length === 0);

const costOf = ({ files, tables }: SourcePlan): number =>
  files.length +
  (["minute", "hour", "day"] as const).reduce(
    (sum, level) => sum + countPeriods(level, tables[level]),
    0,
  );

/** How many files rows of these windows belong into. */
function countPeriods(level: RollupLevel, windows: readonly TimeWindow[]): number {
  const periods = new Set<number>();
  for (const [fromMs, toMs] of windows)
    for (let at = fromMs; at < toMs; at = periodOf(level, at).endMs)
      periods.add(periodOf(level, at).startMs);
  return periods.size;
}

/** What holds the spans of one way of answering. */
export function resolve(
  manifest: SeriesManifest,
  held: HeldHours,
  { spans, snapMs }: RangePlan,
): SeriesPlan {
  const resolver = new Resolver(manifest, held);
  for (const span of spans) resolver.add(span);
  return { ...resolver.plan(), snapMs };
}

class Resolver {
  readonly #manifest: SeriesManifest;
  readonly #held: HeldHours;
  readonly #files = new Map<string, PlannedFile>();
  readonly #tables: Record<RollupLevel, TimeWindow[]> = { minute: [], hour: [], day: [] };
  readonly #memory: TimeWindow[] = [];

  constructor(manifest: SeriesManifest, held: HeldHours) {
    this.#manifest = manifest;
    this.#held = held;
  }

  plan(): SourcePlan {
    return { files: [...this.#files.values()], tables: this.#tables, memory: this.#memory };
  }

  add({ level, fromMs, toMs }: Span): void {
    if (level === "raw") this.#addRaw(fromMs, toMs);
    else if (level === "minute") this.#addMinutes(fromMs, toMs);
    else if (level === "hour") this.#addHours(fromMs, toMs);
    else this.#addDays(fromMs, toMs);
  }

  #addRaw(fromMs: number, toMs: number): void {
    const inMemory = this.#takeMemory(fromMs, toMs);
    for (const window of subtractWindows([[fromMs, toMs]], inMemory)) {
      const [from, to] = window;
      for (const { segment } of this.#manifest.hours.from(floorTo(from, HOUR_MS))) {
        if (segment.hourMs >= to) break;
        if (segment.lastMs < from || segment.firstMs >= to) continue;
        this.#addFile(
          segment.key,
          "raw",
          Math.max(from, segment.hourMs),
          Math.min(to, segment.hourMs + HOUR_MS),
        );
      }
      for (const [gapFrom, gapTo] of this.#retired(from, to))
        this.#addMinutes(floorTo(gapFrom, MINUTE_MS), ceilTo(gapTo, MINUTE_MS));
    }
  }

  #addMinutes(fromMs: number, toMs: number): void {
    const elsewhere = this.#takeMemory(fromMs, toMs);
    const inTables = this.#takeTables(
      "minute",
      this.#manifest.heldMinutes,
      HOUR_MS,
      fromMs,
      toMs,
      elsewhere,
    );
    let left = subtractWindows(subtractWindows([[fromMs, toMs]], elsewhere), inTables);
    for (const { key, startMs, endMs } of this.#manifest.files("minute", fromMs, toMs)) {
      for (const [from, to] of clipWindows(left, startMs, endMs))
        this.#addFile(key, "minute", from, to);
      left = subtractWindows(left, [[startMs, endMs]]);
    }
    for (const [from, to] of left) this.#addHours(floorTo(from, HOUR_MS), ceilTo(to, HOUR_MS));
  }

  #addHours(fromMs: number, toMs: number): void {
    const elsewhere = this.#takeMemory(fromMs, toMs);
    const inTables = this.#takeTables(
      "hour",
      this.#manifest.heldHours,
      HOUR_MS,
      fromMs,
      toMs,
      elsewhere,
    );
    const left = subtractWindows(subtractWindows([[fromMs, toMs]], elsewhere), inTables);
    for (const { key, startMs, endMs } of this.#manifest.files("hour", fromMs, toMs))
      for (const [from, to] of clipWindows(left, startMs, endMs))
        this.#addFile(key, "hour", from, to);
  }

  #addDays(fromMs: number, toMs: number): void {
    const behind = new Set([...this.#manifest.dirtyDays.keys(), ...this.#held.map(dayOf)]);
    const byHours: TimeWindow[] = [];
    for (const day of [...behind].sort((a, b) => a - b))
      if (day >= fromMs && day < toMs) pushWindow(byHours, day, day + DAY_MS);
    for (const [from, to] of byHours) this.#addHours(from, to);
    const inTables = this.#takeTables(
      "day",
      this.#manifest.heldDays,
      DAY_MS,
      fromMs,
      toMs,
      byHours,
    );
    const left = subtractWindows(subtractWindows([[fromMs, toMs]], byHours), inTables);
    for (const { key, startMs, endMs } of this.#manifest.files("day", fromMs, toMs))
      for (const [from, to] of clipWindows(left, startMs, endMs))
        this.#addFile(key, "day", from, to);
  }

  /** Parts of the range whose hours are in memory; notes that their samples are wanted. */
  #takeMemory(fromMs: number, toMs: number): TimeWindow[] {
    const found: TimeWindow[] = [];
    for (const hour of this.#held) {
      if (hour + HOUR_MS <= fromMs || hour >= toMs) continue;
      const [from, to] = [Math.max(hour, fromMs), Math.min(hour + HOUR_MS, toMs)];
      this.#memory.push([from, to]);
      pushWindow(found, from, to);
    }
    return found;
  }

  #takeTables(
    level: RollupLevel,
    units: ReadonlySet<number>,
    unitMs: number,
    fromMs: number,
    toMs: number,
    except: readonly TimeWindow[],
  ): TimeWindow[] {
    const found: TimeWindow[] = [];
    const inside = [...units]
      .filter((unit) => unit + unitMs > fromMs && unit < toMs)
      .sort((a, b) => a - b);
    for (const unit of inside)
      pushWindow(found, Math.max(unit, fromMs), Math.min(unit + unitMs, toMs));
    const left = subtractWindows(found, except);
    for (const window of left) this.#tables[level].push(window);
    return left;
  }

  #retired(fromMs: number, toMs: number): TimeWindow[] {
    const days: TimeWindow[] = [];
    for (const day of [...this.#manifest.retiredDays.keys()].sort((a, b) => a - b))
      if (day + DAY_MS > fromMs && day < toMs)
        pushWindow(days, Math.max(day, fromMs), Math.min(day + DAY_MS, toMs));
    return days;
  }

  #addFile(key: string, level: Level, fromMs: number, toMs: number): void {
    const known = this.#files.get(key);
    if (known) pushWindow(known.windows, fromMs, toMs);
    else this.#files.set(key, { key, level, windows: [[fromMs, toMs]] });
  }
}
