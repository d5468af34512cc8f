/** CSV as spreadsheets and people write it. In a file of its own: the page fetches the parser when a file is chosen. */
import { parse } from "csv-parse/browser/esm/sync";

/** `line`: where the record begins in the text, from 1; blank lines and lines inside quotes count. */
type CsvLine = { line: number; cells: string[] };
/** `columns`: names of the first line in lower case, spaces as underscores. */
type CsvTable = { columns: string[]; lines: CsvLine[] };

const DIVIDERS = [",", ";", "\t"] as const;
/** `lines`: of the text up to the record's end. */
type Row = { record: string[]; info: { lines: number } };

/**
 * The first line as names, and up to `most` lines below it; lines without any value are left out. Comma, semicolon or tab
 * divides the whole file, whichever stands most often in its first line: beside semicolons a comma belongs to a number.
 */
export function readCsv(text: string, most: number): CsvTable | { unreadableAt: number } {
  // The parser counts CRLF twice inside quotes.
  const plain = text.replace(/\r\n?/g, "\n");
  const head = /^\uFEFF?\s*(.*)/.exec(plain)?.[1] ?? "";
  const count = (divider: string): number => head.split(divider).length;
  let rows: Row[];
  try {
    // Typed for records without `info`.
    rows = parse(plain, {
      bom: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      relax_column_count: true,
      delimiter: DIVIDERS.reduce<string>((a, b) => (count(b) > count(a) ? b : a), ","),
      to: most + 1,
      info: true,
    }) as unknown as Row[];
  } catch (error) {
    return { unreadableAt: error instanceof Error && "lines" in error ? Number(error.lines) : 1 };
  }
  const [first, ...body] = rows;
  return {
    columns: (first?.record ?? []).map((name) => name.trim().toLowerCase().replace(/ /g, "_")),
    lines: body.map(({ record: cells, info }) => ({
      line: info.lines - countBreaks(cells),
      cells,
    })),
  };
}

const countBreaks = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + cell.split("\n").length - 1, 0);
