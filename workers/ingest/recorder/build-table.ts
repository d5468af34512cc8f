import { namesInFile } from "#app/domain/series/types.ts";
import { tableOf } from "#app/domain/series/rollup-table.ts";
import type { Rollups } from "#app/domain/series/rollup.ts";
import { SegmentBuilder, type WrittenSegment } from "#app/storage/segment-write.ts";
import { unionTimes } from "#app/storage/union-times.ts";

/** A file of roll-ups, `isFine` of minutes. Throws when there are none. */
export async function buildTable(
  rollups: Rollups,
  yieldToEvents: () => Promise<void>,
  isFine = false,
): Promise<WrittenSegment> {
  const names = namesInFile(Object.keys(rollups));
  const tables = Object.entries(rollups).map(([key, column]) =>
    tableOf(names.get(key) as string, column, isFine),
  );
  const builder = new SegmentBuilder(
    unionTimes(tables.flatMap((table) => table.slice(0, 1).map(([, { times }]) => times))),
  );
  const columns = tables.flat().sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [index, [name, column]] of columns.entries()) {
    builder.add(name, column);
    if (index % 16 === 15) await yieldToEvents();
  }
  return builder.finish();
}
