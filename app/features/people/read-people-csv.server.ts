import { parse } from "csv-parse/browser/esm/sync";
import { MAX_PEOPLE_AT_ONCE } from "#app/domain/limits.ts";
import { PEOPLE_COLUMNS, REQUIRED_COLUMNS, type FileFault } from "./people-file.ts";

export type PeopleLine = { line: number; cells: Record<string, string> };

/** A file's lines by column, in any order; columns that are not known are left out. Comma, semicolon or tab divide it. */
export function readPeopleCsv(text: string): { lines: PeopleLine[] } | { fault: FileFault } {
  let rows: string[][];
  try {
    rows = parse(text, {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: [",", ";", "\t"],
      to: MAX_PEOPLE_AT_ONCE + 2,
    });
  } catch (error) {
    const line = error instanceof Error && "lines" in error ? Number(error.lines) : 1;
    return { fault: { kind: "unreadable", line } };
  }
  const [head = [], ...body] = rows;
  const columns = head.map((name) => name.trim().toLowerCase().replace(/ /g, "_"));
  const missing = REQUIRED_COLUMNS.filter((name) => !columns.includes(name));
  if (missing.length > 0) return { fault: { kind: "no_columns", names: missing.join(", ") } };
  if (body.length === 0) return { fault: { kind: "empty" } };
  if (body.length > MAX_PEOPLE_AT_ONCE)
    return { fault: { kind: "too_many", most: MAX_PEOPLE_AT_ONCE } };
  return {
    lines: body.map((cells, index) => ({
      line: index + 2,
      cells: Object.fromEntries(
        PEOPLE_COLUMNS.map((name) => [name, (cells[columns.indexOf(name)] ?? "").trim()]),
      ),
    })),
  };
}
