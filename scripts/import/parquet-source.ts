/** Parquet, a window of rows at a time, so that a row group of any size fits in memory. */
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from "hyparquet";
import { compressors } from "hyparquet-compressors";
import type { FileRow, Position, Source } from "./source.ts";
import { UserFault } from "./user-fault.ts";

const WINDOW_CELLS = 4_000_000;

export async function openParquet(path: string, timeColumn: string): Promise<Source> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file).catch((error: unknown) => {
    throw new UserFault(
      `${path} is no Parquet file: ${error instanceof Error ? error.message : String(error)}.`,
    );
  });
  const elements = parquetSchema(metadata).children.map(({ element, children }) => ({
    ...element,
    isNested: children.length > 0,
  }));
  const nested = elements.filter(({ isNested }) => isNested).map(({ name }) => name);
  const header = elements.filter(({ isNested }) => !isNested).map(({ name }) => name);
  if (header.length === 0)
    throw new UserFault(
      `${path} has no plain columns${nested.length > 0 ? `, only the nested ${nested.join(", ")}` : ""}.`,
    );
  const scales = new Map(
    elements.flatMap(({ name, converted_type, scale }) =>
      converted_type === "DECIMAL" && scale ? [[name, 10 ** scale]] : [],
    ),
  );
  const time = elements.find(
    ({ name }) => name.toLowerCase() === timeColumn.toLowerCase(),
  )?.logical_type;
  const total = Number(metadata.num_rows);
  const windowRows = Math.max(1000, Math.floor(WINDOW_CELLS / header.length));

  async function* rows({ offset }: Position): AsyncGenerator<FileRow> {
    let groupStart = 0;
    for (const group of metadata.row_groups) {
      const groupEnd = groupStart + Number(group.num_rows);
      for (
        let rowStart = Math.max(groupStart, offset);
        rowStart < groupEnd;
        rowStart += windowRows
      ) {
        const rowEnd = Math.min(groupEnd, rowStart + windowRows);
        const objects = await parquetReadObjects({
          file,
          metadata,
          columns: header,
          rowStart,
          rowEnd,
          compressors,
        });
        for (const [index, object] of objects.entries()) {
          const end = rowStart + index + 1;
          yield {
            fields: header.map((name) => exactDecimal(object[name], scales.get(name))),
            end: { offset: end, line: end },
          };
        }
      }
      groupStart = groupEnd;
    }
  }

  return {
    header,
    hasLocalDates: time?.type === "TIMESTAMP" && !time.isAdjustedToUTC,
    isTyped: true,
    decimalComma: false,
    total,
    rows,
  };
}

/** hyparquet multiplies by 0.1 where it should divide by 10: 0.30000000000000004 for 0.3. */
function exactDecimal(value: unknown, power: number | undefined): unknown {
  if (power === undefined || typeof value !== "number") return value;
  const unscaled = Math.round(value * power);
  return Number.isSafeInteger(unscaled) ? unscaled / power : value;
}
