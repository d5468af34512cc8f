/**
 * Roll-ups as the columns of a file: `time` is the unit's start, and each metric has `<metric>_count`, `_sum`, `_min`,
 * `_max`, `_first`, `_last`, and the times of its first and last sample, `_first_at` and `_last_at`, in milliseconds
 * after the unit's start; texts of a metric that has numbers too are under a name of their own (types.ts, namesInFile). What a sum needs beyond one decimal is in `_sum_low`, `_rest` and `_rest_low`, which are there
 * where they are not all zero. A text has no sum and no envelope.
 *
 * In files of minutes a measured value's `_first` and `_last` stand only where a minute has one or two samples, which are
 * answered as they were: they are as much noise as all the rest of the row, and no answer needs them.
 */
import { isCategorical } from "#app/domain/metrics/registry.ts";
import { ROW, ROW_FIELDS, TextIndex, type RollupColumn, type Rollups } from "./rollup.ts";
import {
  columnOf,
  isTextKey,
  keyOf,
  metricOf,
  namesInFile,
  namesOf,
  type Column,
  type Columns,
  type Kind,
} from "./types.ts";

const TIMES = { count: "_count", firstMs: "_first_at", lastMs: "_last_at" } as const;
const PLAIN = { sum: "_sum", min: "_min", max: "_max", first: "_first", last: "_last" } as const;
/** Rows of so few samples are answered as these samples (buckets.ts). */
const FEW = 2;
const SPARE = { sumLow: "_sum_low", rest: "_rest", restLow: "_rest_low" } as const;

/** Columns of a file that answers for these roll-ups. */
export function toTable(rollups: Rollups): Columns {
  const names = namesInFile(Object.keys(rollups));
  return Object.fromEntries(
    Object.entries(rollups).flatMap(([key, column]) => tableOf(names.get(key) as string, column)),
  );
}

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
  for (const field of keysOf(PLAIN)) {
    const isSpare = isFine && (field === "first" || field === "last") && !isCategorical(metric);
    const values = numbers(column, field, isSpare ? FEW : Infinity);
    if (values.times.length > 0) columns.push([metric + PLAIN[field], values]);
  }
  for (const field of keysOf(SPARE)) {
    const spare = numbers(column, field);
    if (spare.values.some((value) => value !== 0)) columns.push([metric + SPARE[field], spare]);
  }
  return columns;
}

const SUFFIXES = [TIMES, PLAIN, SPARE].flatMap((fields) => Object.values(fields));

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

/** The key's roll-ups from a file's columns; null when it has none there. */
export function fromTable(key: string, columns: Columns): RollupColumn | null {
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
  const rows = new Float64Array(units.length * ROW_FIELDS);
  const put = (field: keyof typeof ROW, valueAt: (row: number) => number): void => {
    const at = ROW[field];
    for (let row = 0; row < units.length; row++) rows[row * ROW_FIELDS + at] = valueAt(row);
  };
  const putColumn = (field: keyof typeof ROW, suffix: string, none: number): void => {
    const values = aligned(columnOf(columns, metric + suffix), units, none);
    put(field, (row) => values[row] as number);
  };
  put("unitMs", (row) => units[row] as number);
  putColumn("count", TIMES.count, Number.NaN);
  for (const field of ["firstMs", "lastMs"] as const) {
    const values = aligned(columnOf(columns, metric + TIMES[field]), units, Number.NaN);
    put(field, (row) => (units[row] as number) + (values[row] as number));
  }
  if (last && first && (last.kind === "text" || first.kind === "text")) {
    const index = new TextIndex();
    for (let row = 0; row < units.length; row++) {
      rows[row * ROW_FIELDS + ROW.first] = index.of(String(first.values[row]));
      rows[row * ROW_FIELDS + ROW.last] = index.of(String(last.values[row]));
    }
    for (const field of ["sum", "min", "max"] as const) put(field, () => Number.NaN);
    return { rows, texts: index.list };
  }
  for (const field of keysOf(PLAIN)) putColumn(field, PLAIN[field], Number.NaN);
  for (const field of keysOf(SPARE)) putColumn(field, SPARE[field], 0);
  return { rows, texts: null };
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

/** The field of the rows that stand for at most so many samples. */
function numbers(
  { rows }: RollupColumn,
  field: keyof typeof ROW,
  upTo = Infinity,
): Column & { kind: "number" } {
  const length = rows.length / ROW_FIELDS;
  const [times, values] = [new Float64Array(length), new Float64Array(length)];
  const isTime = field === "firstMs" || field === "lastMs";
  let kept = 0;
  for (let row = 0; row < length; row++) {
    const unitMs = rows[row * ROW_FIELDS] as number;
    const value = rows[row * ROW_FIELDS + ROW[field]] as number;
    if (Number.isNaN(value) || (rows[row * ROW_FIELDS + ROW.count] as number) > upTo) continue;
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
