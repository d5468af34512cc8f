/** CSV, as spreadsheets and historians write it: by comma, semicolon, tab or bar, quoted or not, with or without a BOM. */
import { parse, CsvError, type Parser } from "csv-parse";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { START, type FileRow, type Position, type Source } from "./source.ts";
import { UserFault } from "./user-fault.ts";
import { maxOf } from "#app/domain/extremes.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
const PEEK_BYTES = 65_536;
/** A quote that is never closed must not read the whole file into memory. */
const MAX_RECORD_CHARACTERS = 1_048_576;

export async function openCsv(path: string, bytes: number): Promise<Source> {
  const delimiter = await peekDelimiter(path);
  const rows = (from: Position) => readRows(path, delimiter, from);
  const headerRows = rows(START);
  const first = await headerRows.next();
  await headerRows.return(undefined);
  if (first.done) throw new UserFault(`${path} is empty.`);
  const { fields, end: headerEnd } = first.value;
  return {
    header: fields as string[],
    hasLocalDates: false,
    isTyped: false,
    decimalComma: delimiter === ";",
    total: bytes,
    rows: (from) => rows(from.offset === 0 ? headerEnd : from),
  };
}

async function* readRows(path: string, delimiter: string, from: Position): AsyncGenerator<FileRow> {
  const parser: Parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARACTERS,
  });
  pipeline(createReadStream(path, { start: from.offset }), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { bytes: number; lines: number };
    }>) {
      yield {
        fields: record,
        end: { offset: from.offset + info.bytes, line: from.line + info.lines },
      };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number((error as CsvError & { lines?: number }).lines ?? 0) + from.line;
    throw new UserFault(
      `${path} is no CSV from line ${line} on: ${error.message.replace(/ at line \d+/, "")}.`,
    );
  } finally {
    parser.destroy();
  }
}

async function peekDelimiter(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PEEK_BYTES), 0, PEEK_BYTES, 0);
    const [first, second] = buffer;
    if (
      bytesRead >= 2 &&
      ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    )
      throw new UserFault(`${path} is UTF-16; save it as UTF-8.`);
    const line =
      buffer
        .toString("utf8", 0, bytesRead)
        .replaceAll(/"[^"]*"/g, "")
        .split(/\r\n|\n|\r/)
        .find((each: string) => each.trim() !== "") ?? "";
    const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length - 1);
    return DELIMITERS[counts.indexOf(maxOf(counts))]!;
  } finally {
    await file.close();
  }
}
