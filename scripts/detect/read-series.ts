/** One tag's series from a CSV file: a time, a value and, if it is there, the machine's state. */
import { statSync } from "node:fs";
import { openCsv } from "#scripts/import/csv-source.ts";
import { START, type Source } from "#scripts/import/source.ts";
import { TimeReader } from "#scripts/import/times.ts";
import { UserFault } from "#scripts/import/user-fault.ts";

/** About 400 MB while they are judged. */
const MAX_ROWS = 10_000_000;
const TIME_NAMES = ["time", "timestamp", "ts", "date", "datetime"];
const VALUE_NAMES = ["value", "val", "y"];
const STATE_NAMES = ["state", "machine_state"];

export type Columns = { time: number; value: number; state: number | null };

export type Series = {
  source: Source;
  columns: Columns;
  timesMs: Float64Array;
  /** NaN where the file has none. */
  values: Float64Array;
  /** By place in `stateNames`; −1 where none is told. */
  states: Int16Array | null;
  stateNames: string[];
  missing: number;
};

/** Throws a UserFault that names the line of a time that is none. */
export async function readSeries(path: string): Promise<Series> {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) throw new UserFault(`There is no file ${path}.`);
  const source = await openCsv(path, bytes);
  const columns = planColumns(source.header);
  // Times without an offset are UTC: what they are local to is not known, and a shift changes no judgement but the hour's.
  const reader = new TimeReader("UTC");
  requireHeader(path, source, columns);
  const stateNames: string[] = [];
  const places = new Map<string, number>();
  const [times, values, states]: number[][] = [[], [], []];
  let missing = 0;
  for await (const { fields, end } of source.rows(START)) {
    const cell = (column: number): string => String(fields[column] ?? "").trim();
    const time = reader.read(cell(columns.time), times!.at(-1) ?? null);
    if ("fault" in time)
      throw new UserFault(`Line ${end.line}: "${cell(columns.time).slice(0, 40)}" is no time.`);
    if (times!.length === MAX_ROWS)
      throw new UserFault(`${path} has more than ${MAX_ROWS} rows; split it.`);
    const value = parseValue(cell(columns.value), source.decimalComma);
    if (Number.isNaN(value)) missing++;
    times!.push(time.timeMs);
    values!.push(value);
    if (columns.state === null) continue;
    const name = cell(columns.state);
    if (name !== "" && !places.has(name)) {
      if (places.size === MAX_STATES)
        throw new UserFault(`${path} has more than ${MAX_STATES} states.`);
      places.set(name, stateNames.push(name) - 1);
    }
    states!.push(places.get(name) ?? -1);
  }
  if (missing > 0 && missing === times!.length) {
    const name = source.header[columns.value]?.trim() ?? "value";
    throw new UserFault(`${path} has no row with a number in the column "${name.slice(0, 40)}".`);
  }
  return {
    source,
    columns,
    timesMs: Float64Array.from(times!),
    values: Float64Array.from(values!),
    states: columns.state === null ? null : Int16Array.from(states!),
    stateNames,
    missing,
  };
}

const MAX_STATES = 1_000;

/** A first line that is a row already would be lost as the header. */
function requireHeader(path: string, { header, decimalComma }: Source, columns: Columns): void {
  const time = (header[columns.time] ?? "").trim();
  const value = parseValue((header[columns.value] ?? "").trim(), decimalComma);
  if (Number.isNaN(value) || "fault" in new TimeReader("UTC").read(time, null)) return;
  throw new UserFault(`${path} has no header: put the line time,value above its first row.`);
}

/** By their names; a file of two or three columns with other names has time, value and state in this order. */
export function planColumns(header: readonly string[]): Columns {
  const names = header.map((name) => name.trim().toLowerCase());
  const find = (of: readonly string[]): number => names.findIndex((name) => of.includes(name));
  const [time, value, state] = [find(TIME_NAMES), find(VALUE_NAMES), find(STATE_NAMES)];
  if (time !== -1 && value !== -1) return { time, value, state: state === -1 ? null : state };
  if (names.length === 2 || names.length === 3)
    return { time: 0, value: 1, state: names.length === 3 ? 2 : null };
  throw new UserFault(
    `The file needs the columns time and value; it has ${header.slice(0, 20).join(", ")}.`,
  );
}

/** NaN for what is no number: empty, null, NaN, a text. */
export function parseValue(text: string, hasDecimalComma: boolean): number {
  if (text === "") return NaN;
  if (/^true$/i.test(text)) return 1;
  if (/^false$/i.test(text)) return 0;
  const value = Number(hasDecimalComma ? text.replace(",", ".") : text);
  return Number.isFinite(value) ? value : NaN;
}
