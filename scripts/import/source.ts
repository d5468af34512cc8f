/** A file of rows that can be read on from any row. */

/** Where a row ends: bytes of a CSV file, rows of a Parquet file. `line` is what a person calls the row. */
export type Position = { offset: number; line: number };
export type FileRow = { fields: unknown[]; end: Position };

export type Source = {
  header: string[];
  /** Times without a zone (Parquet timestamps that are not adjusted to UTC) come as Dates of the wall clock. */
  hasLocalDates: boolean;
  /** Its texts are texts: "0042" of a metric that Helios does not know stays one. */
  isTyped: boolean;
  /** "181,5" is a number. */
  decimalComma: boolean;
  /** `end.offset` of the last row. */
  total: number;
  rows(from: Position): AsyncGenerator<FileRow>;
};

export const START: Position = { offset: 0, line: 0 };
