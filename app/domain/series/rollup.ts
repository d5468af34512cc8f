/**
 * A minute, an hour or a day of one metric in one row: enough for means by time, envelopes, first and last values of
 * any whole number of them, equal to what the samples themselves would answer (decimal-sum.ts). One or two
 * samples come back from their row as they were.
 *
 * A row knows its own samples only: the integral and the held time from its first sample to its last. How long the last
 * one holds on follows from the next row's first (held-buckets.ts), so a late sample changes the rows of its own minute,
 * hour and day and no others.
 *
 * Rows of a metric are one array of doubles, row after row, so that they cross calls and lie in a table as they are.
 */
import type { SumParts } from "./decimal-sum.ts";
import { HeldMean } from "./held.ts";
import type { Column, Sample, SampleValue } from "./types.ts";

/** Position of each field in a row. `first` and `last` of a text are indices into `texts`; its integral, min and max are NaN. */
export const ROW = {
  unitMs: 0,
  count: 1,
  area: 2,
  areaLow: 3,
  rest: 4,
  restLow: 5,
  min: 6,
  max: 7,
  firstMs: 8,
  first: 9,
  lastMs: 10,
  last: 11,
  heldMs: 12,
} as const;
export const ROW_FIELDS = 13;
/** A row of no more samples is taken as these samples. */
export const FEW_SAMPLES = 2;
const NO_TIMES = new Float64Array(0);

/** Rows of one metric, ascending by the unit's start. */
export type RollupColumn = { rows: Float64Array; texts: string[] | null };
export type Rollups = Record<string, RollupColumn>;

export const rollupOf = (rollups: Rollups, metric: string): RollupColumn | undefined =>
  Object.hasOwn(rollups, metric) ? rollups[metric] : undefined;

/** What one row says. */
export type RollupRow = {
  unitMs: number;
  count: number;
  /** Integral from the first sample to the last, in the value's unit times milliseconds; NaN when it is too large. */
  area: SumParts;
  /** Time between the two in which something held. Negative, the count of the samples, in a row of a release that kept sums: `area` is their sum. */
  heldMs: number;
  min: number;
  max: number;
  first: Sample;
  last: Sample;
};

/**
 * A row per unit of `unitMs` that has samples. Units begin at multiples of their length (UTC); a sample holds `holdMs` at
 * most, and until the next of `ends`, ascending: when the metric's other kind was sent.
 */
export function rollUp(
  column: Column,
  unitMs: number,
  holdMs: number,
  ends: Float64Array = NO_TIMES,
): RollupColumn {
  const { times } = column;
  let end = 0;
  const rows: number[] = [];
  const texts = column.kind === "text" ? new TextIndex() : null;
  for (let from = 0, to = 0; from < times.length; from = to) {
    const unit = Math.floor((times[from] as number) / unitMs) * unitMs;
    for (to = from + 1; to < times.length && (times[to] as number) < unit + unitMs; to++);
    let area: SumParts = { sum: Number.NaN, sumLow: 0, rest: 0, restLow: 0 };
    let heldMs = 0;
    let [min, max, first, last] = [Number.NaN, Number.NaN, 0, 0];
    if (column.kind === "number") {
      const held = new HeldMean();
      [first, last] = [column.values[from] as number, column.values[to - 1] as number];
      [min, max] = [last, last];
      for (let at = from; at < to - 1; at++) {
        const value = column.values[at] as number;
        if (value < min) min = value;
        if (value > max) max = value;
        const timeMs = times[at] as number;
        while ((ends[end] as number) < timeMs) end++;
        const nextMs = Math.min(times[at + 1] as number, ends[end] ?? Infinity);
        held.add(value, Math.min(nextMs - timeMs, holdMs));
      }
      area = held.area();
      heldMs = held.heldMs;
    } else {
      [first, last] = [
        (texts as TextIndex).of(column.values[from] as string),
        (texts as TextIndex).of(column.values[to - 1] as string),
      ];
    }
    const { sum, sumLow, rest, restLow } = area;
    const [firstMs, lastMs] = [times[from] as number, times[to - 1] as number];
    rows.push(unit, to - from, sum, sumLow, rest, restLow, min, max);
    rows.push(firstMs, first, lastMs, last, heldMs);
  }
  return { rows: Float64Array.from(rows), texts: texts?.list ?? null };
}

/** Rows as a release wrote them that kept sums, each of 12 numbers, in today's form. */
export function fromSumRows(old: Float64Array): Float64Array {
  const before = ROW_FIELDS - 1;
  const rows = new Float64Array((old.length / before) * ROW_FIELDS);
  for (let from = 0, to = 0; from < old.length; from += before, to += ROW_FIELDS) {
    rows.set(old.subarray(from, from + before), to);
    rows[to + ROW.heldMs] = -(rows[to + ROW.count] as number);
  }
  return rows;
}

/**
 * A row that knows the sum of its samples alone, as a stretch in which their mean held: all that can be said when the
 * samples are gone.
 */
export function withoutIntegral(row: RollupRow): RollupRow {
  const sum = new HeldMean();
  sum.addArea(row.count, row.area, row.min, row.max);
  const mean = sum.mean() ?? Number.NaN;
  const held = new HeldMean();
  const heldMs = row.last.timeMs - row.first.timeMs;
  if (heldMs > 0)
    for (let left = heldMs; left > 0; left -= MAX_MS) held.add(mean, Math.min(left, MAX_MS));
  const isKnown = typeof row.last.value === "string" || !Number.isNaN(row.last.value);
  return {
    ...row,
    area: held.area(),
    heldMs,
    last: isKnown ? row.last : { ...row.last, value: mean },
  };
}
/** HeldMean takes less than 2^24 ms at once. */
const MAX_MS = 10_000_000;

/** Distinct texts in the order of their coming. */
export class TextIndex {
  readonly list: string[] = [];
  readonly #known = new Map<string, number>();

  of(text: string): number {
    let index = this.#known.get(text);
    if (index === undefined) this.#known.set(text, (index = this.list.push(text) - 1));
    return index;
  }
}

export const rowCount = ({ rows }: RollupColumn): number => rows.length / ROW_FIELDS;

export function rowAt({ rows, texts }: RollupColumn, index: number): RollupRow {
  const at = index * ROW_FIELDS;
  const field = (name: keyof typeof ROW): number => rows[at + ROW[name]] as number;
  const value = (held: number): SampleValue => (texts ? (texts[held] as string) : held);
  return {
    unitMs: field("unitMs"),
    count: field("count"),
    area: {
      sum: field("area"),
      sumLow: field("areaLow"),
      rest: field("rest"),
      restLow: field("restLow"),
    },
    heldMs: field("heldMs"),
    min: field("min"),
    max: field("max"),
    first: { timeMs: field("firstMs"), value: value(field("first")) },
    last: { timeMs: field("lastMs"), value: value(field("last")) },
  };
}

/**
 * Whether, in a unit of both, samples of the one lie between samples of the other and one of the two rows is more than
 * its few samples: then neither tells which sample is the next. Those that began before `fromMs` are not looked at. Both ascend.
 */
export function doRowsMix(a: RollupColumn, b: RollupColumn, fromMs: number): boolean {
  for (let inA = 0, inB = 0; inA < a.rows.length && inB < b.rows.length;) {
    const unitMs = a.rows[inA + ROW.unitMs] as number;
    const apartMs = unitMs - (b.rows[inB + ROW.unitMs] as number);
    const beganMs = Math.min(
      a.rows[inA + ROW.firstMs] as number,
      b.rows[inB + ROW.firstMs] as number,
    );
    if (apartMs === 0 && beganMs >= fromMs && doMix(a.rows, inA, b.rows, inB)) return true;
    if (apartMs <= 0) inA += ROW_FIELDS;
    if (apartMs >= 0) inB += ROW_FIELDS;
  }
  return false;
}

function doMix(a: Float64Array, inA: number, b: Float64Array, inB: number): boolean {
  const isFew = (rows: Float64Array, at: number) => (rows[at + ROW.count] as number) <= FEW_SAMPLES;
  if (isFew(a, inA) && isFew(b, inB)) return false;
  return (
    (a[inA + ROW.firstMs] as number) < (b[inB + ROW.lastMs] as number) &&
    (b[inB + ROW.firstMs] as number) < (a[inA + ROW.lastMs] as number)
  );
}

/** The rows whose unit begins in one of the windows [fromMs, toMs), ascending and disjoint. */
export function withinWindows(
  column: RollupColumn,
  windows: readonly (readonly [fromMs: number, toMs: number])[],
): RollupColumn {
  const { rows, texts } = column;
  const parts = windows.flatMap(([fromMs, toMs]) => {
    const [from, to] = [firstRowAt(rows, fromMs), firstRowAt(rows, toMs)];
    return from < to ? [rows.subarray(from * ROW_FIELDS, to * ROW_FIELDS)] : [];
  });
  if (parts.length === 1) return { rows: parts[0] as Float64Array, texts };
  return { rows: concatRows(parts), texts };
}

/** Index of the first row whose unit begins at or after the time. */
function firstRowAt(rows: Float64Array, timeMs: number): number {
  let [low, high] = [0, rows.length / ROW_FIELDS];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle * ROW_FIELDS] as number) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function concatRows(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The rows of other hours or days than these; null where there are none. */
export function withoutUnits(
  column: RollupColumn | null,
  units: ReadonlySet<number>,
): RollupColumn | null {
  if (column === null) return null;
  const { rows, texts } = column;
  const left: Float64Array[] = [];
  for (let at = 0; at < rows.length; at += ROW_FIELDS)
    if (!units.has(rows[at + ROW.unitMs] as number)) left.push(rows.subarray(at, at + ROW_FIELDS));
  return left.length === 0 ? null : { rows: concatRows(left), texts };
}

/** Several parts of one metric as one; their units are disjoint, in any order. A unit that comes again is replaced by the later part's. */
export function mergeRollups(columns: readonly RollupColumn[]): RollupColumn {
  const [first, ...others] = columns;
  if (!first) return { rows: new Float64Array(0), texts: null };
  if (others.length === 0) return first;
  const isText = columns.some(({ texts }) => texts !== null);
  if (!isText && doesAscend(columns))
    return { rows: concatRows(columns.map(({ rows }) => rows)), texts: null };
  const index = new TextIndex();
  const byUnit = new Map<number, Float64Array>();
  for (const { rows, texts } of columns) {
    for (let at = 0; at < rows.length; at += ROW_FIELDS) {
      const row = rows.slice(at, at + ROW_FIELDS);
      if (texts)
        for (const field of [ROW.first, ROW.last])
          row[field] = index.of(texts[row[field] as number] as string);
      byUnit.set(row[ROW.unitMs] as number, row);
    }
  }
  const ordered = [...byUnit].sort(([a], [b]) => a - b).map(([, row]) => row);
  return { rows: concatRows(ordered), texts: isText ? index.list : null };
}

const doesAscend = (columns: readonly RollupColumn[]): boolean =>
  columns.every(
    ({ rows }, i) => i === 0 || (rows[0] as number) > lastUnitOf(columns[i - 1] as RollupColumn),
  );

const lastUnitOf = ({ rows }: RollupColumn): number => rows[rows.length - ROW_FIELDS] as number;
