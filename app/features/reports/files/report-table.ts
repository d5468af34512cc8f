/** What a report holds, whatever file is made of it. */

/** A time is Unix milliseconds; what it reads like is the file's matter. */
export type ReportCell = string | number | boolean | null;

export type ReportColumn = {
  name: string;
  /** In the header behind the name; null: none. */
  unit: string | null;
  /** `any`: what the rows bring, numbers and texts. Files whose columns have one type take it for text. */
  kind: "time" | "number" | "text" | "any";
};

export type ReportRow = {
  /** IANA time zone in which the row's times are shown. */
  timezone: string;
  /** As many as there are columns. */
  cells: readonly ReportCell[];
};

/** Doubles, NaN where a row has none, or cells. */
export type ReportValues = Float64Array | readonly (ReportCell | undefined)[];

/** Rows [from, to) of columns: of millions of rows a list for each would be garbage. */
export type ReportGroup = {
  /** In which the rows' times are shown: one zone for all, or one each. */
  timezone: string | readonly string[];
  /** As many as the table has. They stand until the next group is asked for. */
  columns: readonly ReportValues[];
  from: number;
  to: number;
};

export type ReportTable = {
  /** The file's name without its ending. */
  name: string;
  columns: readonly ReportColumn[];
  /** Made as they are asked for, a few hundred rows at once; ended when the reader leaves. */
  rows: AsyncGenerator<ReportGroup, void>;
};

export function groupOf(rows: readonly ReportRow[]): ReportGroup {
  const width = rows[0]?.cells.length ?? 0;
  return {
    timezone: rows.map(({ timezone }) => timezone),
    columns: Array.from({ length: width }, (_, index) => rows.map(({ cells }) => cells[index])),
    from: 0,
    to: rows.length,
  };
}

export const zoneAt = ({ timezone }: ReportGroup, row: number): string =>
  typeof timezone === "string" ? timezone : (timezone[row] as string);

export function cellAt(values: ReportValues | undefined, row: number): ReportCell {
  const cell = values?.[row] ?? null;
  return Number.isNaN(cell) ? null : cell;
}

/**
 * The cell that a writer is at. A number is told by where it stands: handed over as one it would be an object, of which a
 * file has millions.
 */
export class CurrentCell {
  readonly #single = new Float64Array(1);
  isNumber = false;
  /** Where it stands when it is a number. */
  numbers: Float64Array = this.#single;
  at = 0;
  /** What it is when it is none; null for an empty one. */
  other: string | boolean | null = null;

  turnTo(values: ReportValues | undefined, row: number): void {
    if (values instanceof Float64Array) {
      this.numbers = values;
      this.at = row;
      this.isNumber = !Number.isNaN(values[row]);
      this.other = null;
      return;
    }
    const cell = cellAt(values, row);
    this.isNumber = typeof cell === "number";
    if (typeof cell === "number") {
      this.#single[0] = cell;
      this.numbers = this.#single;
      this.at = 0;
    } else this.other = cell;
  }
}

export const FORMATS = ["csv", "xlsx", "parquet"] as const;
export type ReportFormat = (typeof FORMATS)[number];

export const MEDIA_TYPES = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  parquet: "application/vnd.apache.parquet",
} as const satisfies Record<ReportFormat, string>;

/** A column's name with its unit. */
export const headerOf = ({ name, unit }: ReportColumn): string =>
  unit === null ? name : `${name} (${unit})`;
