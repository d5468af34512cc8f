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

export type ReportTable = {
  /** The file's name without its ending. */
  name: string;
  columns: readonly ReportColumn[];
  /**
   * Made as they are asked for, in groups of a few hundred; ended when the reader leaves. A row may be made as it is looked at:
   * who wants to keep its cells keeps those.
   */
  rows: AsyncGenerator<Iterable<ReportRow>, void>;
};

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
