/**
 * A table as an Excel workbook (ECMA-376), written while the rows come. The libraries that write workbooks keep all cells
 * in memory or need Node's streams; a sheet of plain cells is so little XML that only the archive is left to one (fflate).
 */
import { constants, deflateRawSync } from "node:zlib";
import { Zip, ZipPassThrough } from "fflate";
import { TextBytes } from "#app/domain/formats/text-bytes.ts";
import { ZonedTimes } from "#app/domain/formats/zoned-times.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import {
  CurrentCell,
  headerOf,
  zoneAt,
  type ReportColumn,
  type ReportGroup,
  type ReportTable,
} from "./report-table.ts";

/** Rows that a sheet can have; further ones are on the next. */
const SHEET_ROWS = 1_048_576;
/** Letters that a column is wide at most; longer texts are cut off by the next cell. */
const MOST_WIDTH = 40;
/** Letters that a cell can have. */
const CELL_LETTERS = 32_767;
/** Sheets are long and alike: a higher level makes them little smaller and takes much longer. */
const DEFLATE_LEVEL = 3;
/** A ZIP archive's number for it. */
const DEFLATED = 8;
/** When the parts of the workbook say they were written: never, so that the same rows are the same file. */
const PACKED_AT = "1980-01-02T00:00:00";
/** Days between Excel's first day and 1970-01-01. */
const EXCEL_1970 = 25_569;
/** Of the cell formats in STYLES. */
const TIME_STYLE = 1;
const HEADER_STYLE = 2;

/**
 * Times are Excel's own, in the local time of the row's zone (a workbook knows no zones), texts are never formulas.
 * `sheetRows` is the number of rows a sheet has at most, with its header.
 */
export async function* writeXlsx(
  { columns, rows }: ReportTable,
  { sheetRows = SHEET_ROWS }: { sheetRows?: number } = {},
): AsyncGenerator<Uint8Array, void> {
  let packed: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, bytes) => {
    if (error) failure = error;
    else packed.push(bytes);
  });
  const take = (): Uint8Array[] => {
    if (failure) throw failure;
    const taken = packed;
    packed = [];
    return taken;
  };
  const sheets = new Sheets(zip, columns, sheetRows);
  const lines = new Lines(columns);
  for await (const group of rows) {
    for (let row = group.from; row < group.to; row++)
      lines.write(sheets.bytes, sheets.nextRow(), group, row);
    sheets.flush();
    yield* take();
  }
  const count = sheets.finish();
  for (const [name, text] of Object.entries(partsOf(count))) {
    const part = new ZipPassThrough(name);
    part.mtime = PACKED_AT;
    zip.add(part);
    part.push(encoder.encode(text), true);
  }
  zip.end();
  yield* take();
}

/**
 * A sheet in the archive. Each piece is packed for itself: fflate, which packs too, makes buffers for it twice as large as
 * what it is given, of a year's report some hundred megabytes, and the engine lets tens of them lie.
 */
class PackedSheet extends ZipPassThrough {
  override compression = DEFLATED;

  protected override process(piece: Uint8Array<ArrayBuffer>, isLast: boolean): void {
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    const bytes = deflateRawSync(piece, { level: DEFLATE_LEVEL, finishFlush });
    this.ondata(null, bytes, isLast);
  }
}

/** The sheets one after another, each begun when the one before is full. */
class Sheets {
  readonly #zip: Zip;
  readonly #header: string;
  readonly #widths: string;
  readonly #sheetRows: number;
  #sheet: PackedSheet | null = null;
  #count = 0;
  #rows = 0;
  /** Of the sheet, what waits to be packed. */
  readonly bytes = new TextBytes();

  constructor(zip: Zip, columns: readonly ReportColumn[], sheetRows: number) {
    this.#zip = zip;
    this.#sheetRows = sheetRows;
    this.#header = columns
      .map((column, index) => textCell(reference(index, 1), headerOf(column), HEADER_STYLE))
      .join("");
    this.#widths = `<cols>${columns.map((column, index) => `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}" customWidth="1"/>`).join("")}</cols>`;
    this.#begin();
  }

  /** Number of the next row in its sheet, from 1; of a new sheet when the one before is full. */
  nextRow(): number {
    if (this.#rows === this.#sheetRows) {
      this.#end();
      this.#begin();
    }
    return ++this.#rows;
  }

  flush(isLast = false): void {
    this.#sheet?.push(this.bytes.takeView(), isLast);
  }

  /** How many sheets there are. */
  finish(): number {
    this.#end();
    return this.#count;
  }

  #begin(): void {
    this.#count++;
    this.#sheet = new PackedSheet(`xl/worksheets/sheet${this.#count}.xml`);
    this.#sheet.mtime = PACKED_AT;
    this.#zip.add(this.#sheet);
    this.#rows = 1;
    this.bytes.text(
      `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${this.#widths}<sheetData><row r="1">${this.#header}</row>`,
    );
  }

  #end(): void {
    this.bytes.text("</sheetData></worksheet>");
    this.flush(true);
  }
}

/** In letters. A time that has no room shows as "#####"; a header is cut off. */
const widthOf = (column: ReportColumn): number =>
  Math.max(column.kind === "time" ? 20 : 11, Math.min(headerOf(column).length + 2, MOST_WIDTH));

const encoder = new TextEncoder();
const ROW_BEGINS = encoder.encode('<row r="');
const ROW_ENDS = encoder.encode("</row>");
const TAG_ENDS = encoder.encode('">');
const NUMBER_BEGINS = encoder.encode('"><v>');
const TIME_BEGINS = encoder.encode(`" s="${TIME_STYLE}"><v>`);
const VALUE_ENDS = encoder.encode("</v></c>");

/** Rows as XML. */
class Lines {
  readonly #times = new ZonedTimes();
  readonly #isTime: boolean[];
  readonly #letters: string[];
  /** What a cell of the column begins with. */
  readonly #begins: Uint8Array[];
  readonly #cell = new CurrentCell();
  /** The time that is written. */
  readonly #excelTime = new Float64Array(1);

  constructor(columns: readonly ReportColumn[]) {
    this.#isTime = columns.map(({ kind }) => kind === "time");
    this.#letters = columns.map((_, index) => columnLetters(index));
    this.#begins = this.#letters.map((letters) => encoder.encode(`<c r="${letters}`));
  }

  /** A row of the group as the sheet's row of that number. */
  write(into: TextBytes, number: number, group: ReportGroup, row: number): void {
    const cell = this.#cell;
    into.piece(ROW_BEGINS);
    into.digits(number);
    into.piece(TAG_ENDS);
    for (let index = 0; index < group.columns.length; index++) {
      cell.turnTo(group.columns[index], row);
      if (!cell.isNumber) {
        if (cell.other !== null)
          into.text(plainCell(`${this.#letters[index]}${number}`, cell.other));
        continue;
      }
      into.piece(this.#begins[index] as Uint8Array);
      into.digits(number);
      if (this.#isTime[index]) {
        const localMs = this.#times.localAt(cell.numbers, cell.at, zoneAt(group, row));
        this.#excelTime[0] = excelTime(localMs);
        into.piece(TIME_BEGINS);
        into.numberAt(this.#excelTime, 0);
      } else {
        into.piece(NUMBER_BEGINS);
        into.numberAt(cell.numbers, cell.at);
      }
      into.piece(VALUE_ENDS);
    }
    into.piece(ROW_ENDS);
  }
}

const plainCell = (at: string, cell: string | boolean): string =>
  typeof cell === "string" ? textCell(at, cell) : `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;

/** Days since Excel's first, of what clocks show. */
const excelTime = (localMs: number): number => localMs / DAY_MS + EXCEL_1970;

const reference = (column: number, row: number): string => `${columnLetters(column)}${row}`;

/** A, B … Z, AA … of a column's index from 0. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

const textCell = (at: string, text: string, style = 0): string =>
  `<c r="${at}"${style === 0 ? "" : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, CELL_LETTERS))}</t></is></c>`;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** XML knows most control characters and halves of surrogate pairs in no form; Excel has one of its own for them. */
const escaped = (text: string): string =>
  text.replace(
    /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|_(?=x[0-9A-Fa-f]{4}_)/g,
    (letter) =>
      ENTITIES[letter] ?? `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
  );

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** What Excel's own new workbooks have, named: readers that find no style called Normal make one up, and say so. */
const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
const PLAIN = 'numFmtId="0" fontId="0" fillId="0" borderId="0"';

/** Everything of a workbook but its sheets. */
function partsOf(count: number): Record<string, string> {
  const sheets = Array.from({ length: count }, (_, index) => index + 1);
  return {
    "xl/styles.xml": `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf ${PLAIN}/></cellStyleXfs><cellXfs count="3"><xf ${PLAIN} xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets
      .map((n) => `<sheet name="Report${n === 1 ? "" : ` ${n}`}" sheetId="${n}" r:id="rId${n}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships">${sheets
      .map(
        (n) =>
          `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
      )
      .join(
        "",
      )}<Relationship Id="rId${count + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    "_rels/.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "[Content_Types].xml": `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${sheets
      .map(
        (n) =>
          `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
      )
      .join("")}</Types>`,
  };
}
