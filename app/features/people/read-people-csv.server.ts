import { parse } from "csv-parse/browser/esm/sync";
import { MAX_PEOPLE_AT_ONCE } from "#app/domain/limits.ts";
import type { Problem } from "#app/domain/problems.ts";
import { columnIn, columnOf, PEOPLE_COLUMNS, REQUIRED_COLUMNS } from "./people-file.ts";

/** `lines`: of the text up to the record's end. */
type Row = { record: string[]; info: { lines: number } };
/** `extra`: what stands beyond the last column, such as a facility after a comma that no quotes hold. */
export type PeopleLine = { line: number; cells: Record<string, string>; extra: string };

/**
 * A file's lines by column, in any order, named in English or Spanish; columns that are not known are left out. Comma,
 * semicolon or tab divide it. `line` is where a person begins in the text, blank lines and lines inside quotes counted.
 */
export function readPeopleCsv(text: string): { lines: PeopleLine[] } | { fault: Problem } {
  let rows: Row[];
  try {
    // A form ends its lines by CRLF, which the parser counts twice inside quotes. Typed for records without `info`.
    const lines = text.replace(/\r\n?/g, "\n").replace(/^\uFEFF/, "");
    rows = parse(lines, {
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: delimiterOf(lines),
      to: MAX_PEOPLE_AT_ONCE + 2,
      info: true,
    }) as unknown as Row[];
  } catch (error) {
    const line = error instanceof Error && "lines" in error ? Number(error.lines) : 1;
    return { fault: { code: "people_unreadable", line } };
  }
  const [head, ...body] = rows;
  const columns = (head?.record ?? []).map(columnOf);
  const missing = REQUIRED_COLUMNS.filter((name) => !columns.includes(name));
  if (missing.length > 0) {
    const names = missing.map((name) => `${name} (${columnIn("es", name)})`).join(", ");
    return { fault: { code: "people_columns", names } };
  }
  if (body.length === 0) return { fault: { code: "people_empty" } };
  if (body.length > MAX_PEOPLE_AT_ONCE)
    return { fault: { code: "people_at_most", most: MAX_PEOPLE_AT_ONCE } };
  return {
    lines: body.map(({ record: cells, info }) => ({
      line: info.lines - countBreaks(cells),
      extra: cells.slice(columns.length).join(" ").trim(),
      cells: Object.fromEntries(
        PEOPLE_COLUMNS.map((name) => [name, (cells[columns.indexOf(name)] ?? "").trim()]),
      ),
    })),
  };
}

/**
 * What divides the names of the columns. A spreadsheet writes what its language divides lists by, and puts no quotes around
 * a cell that has one of the others in it, as "López, hijo" in Spanish.
 */
function delimiterOf(lines: string): string {
  const [head = ""] = lines.trimStart().split("\n", 1);
  const counted = [",", ";", "\t"].map((each) => ({ each, count: head.split(each).length }));
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).each;
}

const countBreaks = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + cell.split("\n").length - 1, 0);
