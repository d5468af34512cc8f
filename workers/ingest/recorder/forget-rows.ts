import type { LogStore, RecorderStorage } from "./log-store.ts";
import { TABLES } from "./manifest-tables.ts";

/**
 * In the caller's transaction: no row of the log or of roll-ups belongs to the keys any more, which begin all with
 * `metric`, and none holds their texts.
 */
export function forgetRows(
  { sql }: RecorderStorage,
  log: LogStore,
  metric: string,
  keys: ReadonlySet<string>,
): void {
  const blocks = Object.values(TABLES);
  type Row = { unit: number; texts: string };
  for (const id of log.layouts.naming(metric, keys)) {
    const layout = log.layouts.blank(id, keys, blocks);
    for (const table of blocks)
      for (const { unit, texts } of sql
        .exec<Row>(`SELECT unit, texts FROM ${table} WHERE layout = ? AND texts <> '{}'`, layout)
        .toArray()) {
        const all = Object.entries(JSON.parse(texts) as Record<string, string[]>);
        const left = all.filter(([key]) => !keys.has(key));
        if (left.length < all.length)
          sql.exec(
            `UPDATE ${table} SET texts = ? WHERE unit = ?`,
            JSON.stringify(Object.fromEntries(left)),
            unit,
          );
      }
  }
}
