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
