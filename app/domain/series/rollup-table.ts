/**
 * Roll-ups as the columns of a file: `time` is the unit's start, and each metric has `<metric>_count`, `_min`,
 * `_max`, `_first`, `_last`, the times of its first and last sample, `_first_at` and `_last_at`, in milliseconds
 * after the unit's start, and the integral between the two: `_area` in the value's unit times seconds, or `_area_ms`
 * times milliseconds, where seconds do not give it back exactly. Texts of a metric that has numbers too are under a name
 * of their own (types.ts, namesInFile). What an integral needs beyond one decimal is in `_area_low`, `_rest` and
 * `_rest_low`, times milliseconds, which are there where they are not all zero. A text has no integral and no envelope.
 * `_held`, in milliseconds, stands where less held than the time between first and last sample.
 *
 * In files of minutes a measured value's `_first` stands only where a minute has two samples, which are answered as they
 * were: it is as much noise as all the rest of the row, and no answer needs it.
 *
 * Files of a release that kept sums have `_sum` and `_sum_low` instead of the integral, and in minutes no `_last` where
 * `_first` is left out (rollup.ts, RollupRow).
 */
import { isCategorical } from "#app/domain/metrics/registry.ts";
import { SECOND_MS } from "#app/domain/durations.ts";
import { newRoom, type Room } from "./doubles.ts";
import { FEW_SAMPLES, ROW, ROW_FIELDS, TextIndex, type RollupColumn } from "./rollup.ts";
import {
  columnOf,
  isTextKey,
  keyOf,
  metricOf,
  namesOf,
  type Column,
  type Columns,
  type Kind,
} from "./types.ts";

const TIMES = { count: "_count", firstMs: "_first_at", lastMs: "_last_at" } as const;
const PLAIN = { min: "_min", max: "_max", first: "_first", last: "_last" } as const;
const SPARE = { areaLow: "_area_low", rest: "_rest", restLow: "_rest_low" } as const;
const [AREA_S, AREA_MS, HELD] = ["_area", "_area_ms", "_held"] as const;
/** Of a release that kept sums. */
const [SUM, SUM_LOW] = ["_sum", "_sum_low"] as const;

/** The columns of one metric by its name in the file (types.ts, namesInFile); `isFine` for minutes. */
export function tableOf(metric: string, column: RollupColumn, isFine = false): [string, Column][] {
  if (column.rows.length === 0) return [];
  const columns = keysOf(TIMES).map((field): [string, Column] => [
    metric + TIMES[field],
    numbers(column, field),
  ]);
  if (column.texts)
    return [
      ...columns,
      [metric + PLAIN.first, texts(column, "first")],
      [metric + PLAIN.last, texts(column, "last")],
    ];
  const rowField = (row: number, field: keyof typeof ROW): number =>
    column.rows[row * ROW_FIELDS + ROW[field]] as number;
  for (const field of keysOf(PLAIN)) {
    const isSpare = isFine && field === "first" && !isCategorical(metric);
    const values = numbers(
      column,
      field,
      isSpare ? (row) => rowField(row, "count") === 2 : undefined,
    );
    if (values.times.length > 0) columns.push([metric + PLAIN[field], values]);
  }
  const area = numbers(column, "area");
  const inSeconds = area.values.map((value) => value / SECOND_MS);
  const isExact = area.values.every(
    (value, row) => (inSeconds[row] as number) * SECOND_MS === value,
  );
  if (area.times.length > 0)
    columns.push(
      isExact ? [metric + AREA_S, { ...area, values: inSeconds }] : [metric + AREA_MS, area],
    );
  const held = numbers(
    column,
    "heldMs",
    (row) => rowField(row, "heldMs") !== rowField(row, "lastMs") - rowField(row, "firstMs"),
  );
  if (held.times.length > 0) columns.push([metric + HELD, held]);
  for (const field of keysOf(SPARE)) {
    const spare = numbers(column, field);
    if (spare.values.some((value) => value !== 0)) columns.push([metric + SPARE[field], spare]);
  }
  return columns;
}

const SUFFIXES = [
  ...[TIMES, PLAIN, SPARE].flatMap((fields) => Object.values(fields)),
  ...[AREA_S, AREA_MS, HELD, SUM, SUM_LOW],
];

/** Columns that hold what there is of a key; not each of them need be in a file. */
export const tableColumnsOf = (key: string): string[] =>
  namesOf(key).flatMap((name) => SUFFIXES.map((suffix) => name + suffix));

/** Keys of a file's columns, by what kind its columns are. */
export const tableKeys = (
  names: readonly string[],
  kindOf: (name: string) => Kind | null,
): string[] =>
  names
    .filter((name) => name.endsWith(TIMES.lastMs))
    .map((name) => name.slice(0, -TIMES.lastMs.length))
    .map((name) => keyOf(metricOf(name), kindOf(name + PLAIN.last) ?? "number"));

/**
 * The key's roll-ups from a file's columns; null when it has none there. `isFolded`: they are folded into an answer at once.
 * Then rows of one or two samples are those samples, and nothing else of theirs is looked at.
 */
export function fromTable(
  key: string,
  columns: Columns,
  { room = newRoom, isFolded = false }: { room?: Room; isFolded?: boolean } = {},
): RollupColumn | null {
  const metric = namesOf(key).find(
    (name) =>
      columnOf(columns, name + TIMES.count) !== undefined &&
      (columnOf(columns, name + PLAIN.last)?.kind === "text") === isTextKey(key),
  );
  if (metric === undefined) return null;
  const count = columnOf(columns, metric + TIMES.count);
  if (!count) return null;
  const last = columnOf(columns, metric + PLAIN.last);
  const first = columnOf(columns, metric + PLAIN.first);
  const units = count.times;
  const rows = room(units.length * ROW_FIELDS);
  const put = (field: keyof typeof ROW, valueAt: (row: number) => number): void => {
    const at = ROW[field];
    for (let row = 0; row < units.length; row++) rows[row * ROW_FIELDS + at] = valueAt(row);
  };
  /** Numbers by themselves, not by a function: each that one answers may be an object. */
  const putAll = (field: keyof typeof ROW, values: Float64Array, factor = 1): void => {
    const at = ROW[field];
    for (let row = 0; row < units.length; row++)
      rows[row * ROW_FIELDS + at] = (values[row] as number) * factor;
  };
  const putColumn = (field: keyof typeof ROW, suffix: string, none: number): void => {
    const column = columnOf(columns, metric + suffix);
    if (column) putAll(field, aligned(column, units, none));
    else for (let row = ROW[field]; row < rows.length; row += ROW_FIELDS) rows[row] = none;
  };
  putAll("unitMs", units);
  putColumn("count", TIMES.count, Number.NaN);
  for (const field of ["firstMs", "lastMs"] as const) {
    const values = aligned(columnOf(columns, metric + TIMES[field]), units, Number.NaN);
    const at = ROW[field];
    for (let row = 0; row < units.length; row++)
      rows[row * ROW_FIELDS + at] = (units[row] as number) + (values[row] as number);
  }
  if (last && first && (last.kind === "text" || first.kind === "text")) {
    const index = new TextIndex();
    for (let row = 0; row < units.length; row++) {
      rows[row * ROW_FIELDS + ROW.first] = index.of(String(first.values[row]));
      rows[row * ROW_FIELDS + ROW.last] = index.of(String(last.values[row]));
    }
    for (const field of ["area", "min", "max"] as const) put(field, () => Number.NaN);
    return { rows, texts: index.list };
  }
  if (isFolded && isEveryFew(rows)) {
    for (const field of ["first", "last"] as const) putColumn(field, PLAIN[field], Number.NaN);
    for (let row = 0; row < rows.length; row += ROW_FIELDS)
      if (rows[row + ROW.count] === 1) rows[row + ROW.first] = rows[row + ROW.last] as number;
    return { rows, texts: null };
  }
  for (const field of keysOf(PLAIN)) putColumn(field, PLAIN[field], Number.NaN);
  for (const field of keysOf(SPARE)) putColumn(field, SPARE[field], 0);
  if (columnOf(columns, metric + AREA_S)) {
    const seconds = aligned(columnOf(columns, metric + AREA_S), units, Number.NaN);
    putAll("area", seconds, SECOND_MS);
  } else putColumn("area", AREA_MS, Number.NaN);
  const at = (row: number, field: keyof typeof ROW): number =>
    rows[row * ROW_FIELDS + ROW[field]] as number;
  if (columnOf(columns, metric + SUM)) {
    putColumn("area", SUM, Number.NaN);
    putColumn("areaLow", SUM_LOW, 0);
    put("heldMs", (row) => -at(row, "count"));
    return { rows, texts: null };
  }
  // Where a column has no row, its value follows from others.
  putColumn("heldMs", HELD, Number.NaN);
  for (let row = 0; row < rows.length; row += ROW_FIELDS) {
    if (rows[row + ROW.count] === 1) rows[row + ROW.first] = rows[row + ROW.last] as number;
    if (Number.isNaN(rows[row + ROW.heldMs]))
      rows[row + ROW.heldMs] =
        (rows[row + ROW.lastMs] as number) - (rows[row + ROW.firstMs] as number);
  }
  return { rows, texts: null };
}

function isEveryFew(rows: Float64Array): boolean {
  for (let row = 0; row < rows.length; row += ROW_FIELDS)
    if (!((rows[row + ROW.count] as number) <= FEW_SAMPLES)) return false;
  return true;
}

/** Values at the units, in their order; `none` where the column has none. */
function aligned(column: Column | undefined, units: Float64Array, none: number): Float64Array {
  if (column?.kind !== "number") return new Float64Array(units.length).fill(none);
  const { times, values } = column;
  if (times === units || times.length === units.length) return values;
  const found = new Float64Array(units.length).fill(none);
  for (let row = 0, at = 0; row < units.length; row++) {
    while (at < times.length && (times[at] as number) < (units[row] as number)) at++;
    if (times[at] === units[row]) found[row] = values[at] as number;
  }
  return found;
}

/** The field of the rows that are wanted; NaN is left out. */
function numbers(
  { rows }: RollupColumn,
  field: keyof typeof ROW,
  isWanted?: (row: number) => boolean,
): Column & { kind: "number" } {
  const length = rows.length / ROW_FIELDS;
  const [times, values] = [new Float64Array(length), new Float64Array(length)];
  const isTime = field === "firstMs" || field === "lastMs";
  let kept = 0;
  for (let row = 0; row < length; row++) {
    const unitMs = rows[row * ROW_FIELDS] as number;
    const value = rows[row * ROW_FIELDS + ROW[field]] as number;
    if (Number.isNaN(value) || isWanted?.(row) === false) continue;
    times[kept] = unitMs;
    values[kept++] = isTime ? value - unitMs : value;
  }
  return { kind: "number", times: times.subarray(0, kept), values: values.subarray(0, kept) };
}

function texts({ rows, texts: list }: RollupColumn, field: "first" | "last"): Column {
  const length = rows.length / ROW_FIELDS;
  const times = Float64Array.from({ length }, (_, row) => rows[row * ROW_FIELDS] as number);
  return {
    kind: "text",
    times,
    values: Array.from(
      times,
      (_, row) => (list as string[])[rows[row * ROW_FIELDS + ROW[field]] as number] as string,
    ),
  };
}

const keysOf = <T extends object>(of: T): (keyof T)[] => Object.keys(of) as (keyof T)[];
