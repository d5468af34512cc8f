/** What the columns of a file are: wide (a time and one column per metric) or long (time, metric, value). Pure. */
import { UserFault } from "./user-fault.ts";

export type Layout =
  | { kind: "wide"; time: number; metrics: { column: number; metric: string }[] }
  | { kind: "long"; time: number; metric: number; value: number };

const MAX_NAME = 128;
const CONTROL = /[\u0000-\u001f\u007f]/;
const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");

/** `csvcol=metric,…`; nothing after the = leaves the column out. */
export function parseMapping(text: string | undefined): Map<string, string> {
  const mapping = new Map<string, string>();
  for (const part of (text ?? "").split(",").filter((each) => each.trim() !== "")) {
    const at = part.lastIndexOf("=");
    const column = part.slice(0, Math.max(at, 0)).trim();
    if (column === "") throw new UserFault(`--map takes column=metric,…; "${part}" is not that.`);
    if (mapping.has(column)) throw new UserFault(`--map names the column "${column}" twice.`);
    mapping.set(column, part.slice(at + 1).trim());
  }
  return mapping;
}

/** Throws a UserFault that names what the header lacks. */
export function planLayout(
  header: readonly string[],
  { timeColumn, mapping }: { timeColumn: string; mapping: ReadonlyMap<string, string> },
): Layout {
  const names = header.map((name) => name.trim());
  const time = findOnce(names, timeColumn);
  if (time === -1)
    throw new UserFault(
      `The file has no column "${timeColumn}"; it has ${quoted(names.slice(0, 20))}. Name the column of times with --time-column.`,
    );
  const rest = names.flatMap((name, column) => (column === time ? [] : [{ name, column }]));
  const plain = (wanted: string) => rest.find(({ name }) => name.toLowerCase() === wanted)?.column;
  const [metric, value] = [plain("metric") ?? plain("tag"), plain("value")];
  // In a long file the mapping is of the metrics, which are known only while it is read.
  if (rest.length === 2 && metric !== undefined && value !== undefined)
    return { kind: "long", time, metric, value };

  const unknown = [...mapping.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new UserFault(
      `--map names ${quoted(unknown)}, which the file does not have; it has ${quoted(names.slice(0, 20))}.`,
    );
  const metrics = rest
    .map(({ name, column }) => ({ column, metric: mapping.get(name) ?? name }))
    .filter(({ column, metric: to }) => to !== "" || !mapping.has(names[column]!));
  for (const { column, metric: to } of metrics)
    if (!isMetricName(to))
      throw new UserFault(
        `Column ${column + 1} of the file has ${to === "" ? "no name" : `a name that is no metric's, "${to.slice(0, 40)}"`}; give it one with --map, or leave it out with --map ${names[column]}= .`,
      );
  const twice = metrics.find(
    ({ metric: to }, index) => metrics.findIndex((other) => other.metric === to) !== index,
  );
  if (twice) throw new UserFault(`Two columns of the file are the metric "${twice.metric}".`);
  if (metrics.length === 0) throw new UserFault(`The file has no column besides "${timeColumn}".`);
  return { kind: "wide", time, metrics };
}

export const isMetricName = (name: string): boolean =>
  name.length > 0 && name.length <= MAX_NAME && !CONTROL.test(name);

function findOnce(names: readonly string[], wanted: string): number {
  const exact = names.indexOf(wanted);
  return exact === -1
    ? names.findIndex((name) => name.toLowerCase() === wanted.toLowerCase())
    : exact;
}
