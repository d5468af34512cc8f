import type { FieldValue, Line, LineFault, Series } from "./line-types.ts";
import { nameProblem } from "./line-limits.ts";
import { show } from "./line-tokens.ts";

/** What the recorder's batch is encoded from: one value, or null, per time and tag. */
export type Frame = { times: number[]; tags: Record<string, unknown[]> };

type Group = { series: Series; names: readonly string[]; lines: Line[] };
type Cell = FieldValue | null;
/** The tag of each of a group's fields; null for a field that is left out. */
type Tags = readonly (string | null)[];

/**
 * Lines to frames: field keys become tags, measurement and tag set are ignored, unless a field key
 * alone would be ambiguous within the batch, that is when two series give it a value at the same
 * millisecond. Then it is named `<measurement>_<tag values, by tag key>_<field>` for every series
 * that carries it in this batch. The name depends on the batch alone, so a repeated batch gives
 * the same names. A field whose name cannot be stored so is left out and told of as a fault.
 *
 * Of two values that a tag is given at one millisecond, the one of the later line wins.
 */
export function toFrames(lines: readonly Line[]): { frames: Frame[]; faults: LineFault[] } {
  const groups = groupByFields(lines);
  const ambiguous = new Set<string>();
  const shared = sharedNames(groups, (index) => groups[index]!.names);
  for (const [name, carriers] of shared) if (isAmbiguous(carriers)) ambiguous.add(name);

  const faults: LineFault[] = [];
  const tags = nameTags(groups, ambiguous, faults);
  const overwritten = new Set<string>();
  const sharedTags = ambiguous.size === 0 ? shared : sharedNames(groups, (index) => tags[index]!);
  for (const [tag, carriers] of sharedTags) findOverwritten(tag, carriers, overwritten);
  return {
    frames: groups.map((group, index) => toFrame(group, tags[index]!, overwritten)),
    faults,
  };
}

function nameTags(
  groups: readonly Group[],
  ambiguous: ReadonlySet<string>,
  faults: LineFault[],
): Tags[] {
  const prefixes = new Map<Series, string>();
  const prefixOf = (series: Series): string => {
    let prefix = prefixes.get(series);
    if (prefix === undefined) prefixes.set(series, (prefix = seriesPrefix(series)));
    return prefix;
  };
  const tagOf = (name: string, { series, lines }: Group): string | null => {
    if (!ambiguous.has(name)) return name;
    const prefix = prefixOf(series);
    // The prefix first: a series may have megabytes of tags, and 50,000 fields.
    const problem = nameProblem(prefix) ?? nameProblem(prefix + name);
    if (problem === null) return prefix + name;
    const reason = `field ${show(name)} stands in several series, and its name with measurement and tags ${problem}`;
    for (const { line } of lines) faults.push({ line, reason });
    return null;
  };
  const isPlain = ambiguous.size === 0;
  return groups.map((group) =>
    isPlain ? group.names : group.names.map((name): string | null => tagOf(name, group)),
  );
}

/** What goes before a field's name where that alone is ambiguous. */
const seriesPrefix = (series: Series): string =>
  [series.measurement, ...series.tags.map((tag) => tag.value), ""].join("_");

/**
 * Lines of one series with the same fields in the same order: no cell of their frame is empty. A write may hold 50,000
 * series of one line, or as many shapes of one series: neither gets more than an entry of a map each.
 */
function groupByFields(lines: readonly Line[]): Group[] {
  const groups: Group[] = [];
  const lastOf = new Map<Series, Group>();
  /** Of series with more than one shape, by the names as a text. */
  const shapesOf = new Map<Series, Map<string, Group>>();
  for (const line of lines) {
    const { series, names } = line;
    const last = lastOf.get(series);
    // The reader shares the names between like lines; others are compared by their text.
    let group = last?.names === names ? last : undefined;
    if (!group && last) {
      let shapes = shapesOf.get(series);
      if (!shapes) shapesOf.set(series, (shapes = new Map([[textOf(last.names), last]])));
      const text = textOf(names);
      group = shapes.get(text);
      if (!group) shapes.set(text, (group = { series, names, lines: [] }));
    }
    group ??= { series, names, lines: [] };
    if (group.lines.length === 0) groups.push(group);
    if (group !== last) lastOf.set(series, group);
    group.lines.push(line);
  }
  return groups;
}

const textOf = (names: readonly string[]): string =>
  names.length === 1 ? names[0]! : names.join("\u0000");

/** Names that more than one group carries, with those groups. */
function sharedNames(
  groups: readonly Group[],
  namesOf: (index: number) => Tags,
): Map<string, Group[]> {
  const shared = new Map<string, Group[]>();
  if (groups.length < 2) return shared;
  const first = new Map<string, Group>();
  for (const [index, group] of groups.entries())
    for (const name of namesOf(index)) {
      if (name === null) continue;
      const other = first.get(name);
      if (!other) first.set(name, group);
      else if (!shared.get(name)?.push(group)) shared.set(name, [other, group]);
    }
  return shared;
}

/** Whether two series have a line at the same millisecond. */
function isAmbiguous(carriers: readonly Group[]): boolean {
  const seriesAt = new Map<number, Series>();
  for (const { series, lines } of carriers) {
    for (const { timeMs } of lines) {
      const other = seriesAt.get(timeMs);
      if (other && other !== series) return true;
      seriesAt.set(timeMs, series);
    }
  }
  return false;
}

const cellKey = (line: Line, tag: string): string => `${line.line}\u0000${tag}`;

/** Adds the cells of a tag that a later line replaces to `overwritten`. */
function findOverwritten(tag: string, carriers: readonly Group[], overwritten: Set<string>): void {
  const lines = carriers.flatMap((group) => group.lines);
  lines.sort((a, b) => a.line - b.line);
  const lastAt = new Map<number, Line>();
  for (const line of lines) {
    const earlier = lastAt.get(line.timeMs);
    if (earlier && earlier !== line) overwritten.add(cellKey(earlier, tag));
    lastAt.set(line.timeMs, line);
  }
}

function toFrame({ lines }: Group, tags: Tags, overwritten: ReadonlySet<string>): Frame {
  const cell = (line: Line, column: number, tag: string): Cell =>
    overwritten.size > 0 && overwritten.has(cellKey(line, tag)) ? null : line.values[column]!;
  // Without a prototype a field called __proto__ is a tag like others, and 50,000 frames make no class each of their tags.
  const columns = Object.create(null) as Frame["tags"];
  for (const [column, tag] of tags.entries())
    if (tag !== null) columns[tag] = lines.map((line) => cell(line, column, tag));
  return { times: lines.map((line) => line.timeMs), tags: columns };
}
