import type { FieldValue, Line, Series } from "./line-protocol.ts";

/** What the recorder's batch is encoded from: one value, or null, per time and tag. */
export type Frame = { times: number[]; tags: Record<string, unknown[]> };

type Group = { series: Series; names: readonly string[]; lines: Line[] };
type Cell = FieldValue | null;

/**
 * Lines to frames: field keys become tags, measurement and tag set are ignored, unless a field key
 * alone would be ambiguous within the batch, that is when two series give it a value at the same
 * millisecond. Then it is named `<measurement>_<tag values, by tag key>_<field>` for every series
 * that carries it in this batch. The name depends on the batch alone, so a repeated batch gives
 * the same names.
 *
 * Of two values that one series gives a field at one millisecond, the later line wins.
 */
export function toFrames(lines: readonly Line[]): Frame[] {
  const groups = groupByFields(lines);
  const shared = sharedNames(groups);
  if (shared.size === 0) return groups.map((group) => toFrame(group, (name) => name, null));

  const ambiguous = new Set<string>();
  const overwritten = new Set<string>();
  for (const [name, carriers] of shared) findCollisions(name, carriers, ambiguous, overwritten);
  const nameOf = (series: Series) => (name: string) =>
    ambiguous.has(name) ? qualifiedName(series, name) : name;
  return groups.map((group) =>
    toFrame(group, nameOf(group.series), overwritten.size > 0 ? overwritten : null),
  );
}

export function qualifiedName(series: Series, field: string): string {
  return [series.measurement, ...series.tags.map((tag) => tag.value), field].join("_");
}

/** Lines of one series with the same fields in the same order: no cell of their frame is empty. */
function groupByFields(lines: readonly Line[]): Group[] {
  const groups: Group[] = [];
  const bySeries = new Map<Series, Map<readonly string[] | string, Group>>();
  for (const line of lines) {
    let known = bySeries.get(line.series);
    if (!known) bySeries.set(line.series, (known = new Map()));
    // The reader shares the names between like lines; others are compared by their text.
    let group = known.get(line.names);
    if (!group) {
      const text = line.names.join("\u0000");
      group = known.get(text);
      if (!group) {
        group = { series: line.series, names: line.names, lines: [] };
        groups.push(group);
        known.set(text, group);
      }
      known.set(line.names, group);
    }
    group.lines.push(line);
  }
  return groups;
}

/** Names that more than one group carries, with those groups. */
function sharedNames(groups: readonly Group[]): Map<string, Group[]> {
  const carriers = new Map<string, Group[]>();
  if (groups.length < 2) return carriers;
  for (const group of groups) {
    for (const name of group.names) {
      const others = carriers.get(name);
      if (others) others.push(group);
      else carriers.set(name, [group]);
    }
  }
  for (const [name, { length }] of carriers) if (length < 2) carriers.delete(name);
  return carriers;
}

const cellKey = (line: Line, name: string): string => `${line.line}\u0000${name}`;

/** Adds the name to `ambiguous`, and cells that a later line of the same series replaces to `overwritten`. */
function findCollisions(
  name: string,
  carriers: readonly Group[],
  ambiguous: Set<string>,
  overwritten: Set<string>,
): void {
  const lines = carriers.flatMap((group) => group.lines);
  lines.sort((a, b) => a.line - b.line);
  const seriesAt = new Map<number, Series>();
  const lastOf = new Map<Series, Map<number, Line>>();
  for (const line of lines) {
    const other = seriesAt.get(line.timeMs);
    if (other && other !== line.series) ambiguous.add(name);
    seriesAt.set(line.timeMs, line.series);
    let last = lastOf.get(line.series);
    if (!last) lastOf.set(line.series, (last = new Map()));
    const earlier = last.get(line.timeMs);
    if (earlier) overwritten.add(cellKey(earlier, name));
    last.set(line.timeMs, line);
  }
}

function toFrame(
  group: Group,
  nameOf: (name: string) => string,
  overwritten: ReadonlySet<string> | null,
): Frame {
  const { names, lines } = group;
  const cell = (line: Line, column: number): Cell =>
    overwritten?.has(cellKey(line, names[column]!)) ? null : line.values[column]!;
  const columns = names.map((name, column): [string, Cell[]] => [
    nameOf(name),
    lines.map((line) => cell(line, column)),
  ]);
  // fromEntries defines own properties, so that a field called __proto__ is a tag like others.
  return { times: lines.map((line) => line.timeMs), tags: Object.fromEntries(columns) };
}
