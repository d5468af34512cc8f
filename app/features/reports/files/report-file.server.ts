import { MEDIA_TYPES, type ReportFormat, type ReportTable } from "./report-table.ts";
import { writeCsv } from "./write-csv.ts";
import { writeParquet } from "./write-parquet.ts";
import { writeXlsx } from "./write-xlsx.server.ts";

/** A file as it is downloaded. `chunks` is asked for piece by piece, and ends what it began when the reader leaves. */
export type ReportFile = {
  name: string;
  type: (typeof MEDIA_TYPES)[ReportFormat];
  chunks: AsyncGenerator<string | Uint8Array, void>;
};

export type FileChoice = {
  format: ReportFormat;
  /** Whether a CSV begins with the byte order mark. */
  hasMark: boolean;
};

/** The table in the form that was asked for. */
export const toFile = (table: ReportTable, { format, hasMark }: FileChoice): ReportFile => ({
  name: `${table.name}.${format}`,
  type: MEDIA_TYPES[format],
  chunks: {
    csv: () => writeCsv(table, { hasMark }),
    xlsx: () => writeXlsx(table),
    parquet: () => writeParquet(table),
  }[format](),
});
