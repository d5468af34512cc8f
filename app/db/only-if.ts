import { sql, type SQL } from "drizzle-orm";

/**
 * A value for a column that takes no null, as long as the condition holds when the row is written; else null, so that
 * the whole batch is undone (`isNullRefused`). So a limit is decided by the statement that writes, not by a read before.
 */
export const onlyIf = <T>(condition: SQL | undefined, value: T): T =>
  sql`case when ${condition} then ${value} end` as unknown as T;

/** As onlyIf, for a statement that must come right after one that changed something, in the same batch. */
export const onlyIfChanged = <T>(value: T): T => onlyIf(sql`changes() > 0`, value);
