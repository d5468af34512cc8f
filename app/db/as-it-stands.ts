import { and, getTableColumns, isNull, sql, type InferSelectModel, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { AppError } from "#app/domain/errors.ts";

/** Each attempt that found another change lets that one stand; so many in a row are somebody's mistake. */
const MOST_ATTEMPTS = 5;

/**
 * Holds while these columns are as they were read. What was checked against them is written where it still holds; what
 * nobody looked at may have been changed meanwhile.
 */
export function isAsRead<
  Table extends SQLiteTable,
  Name extends keyof InferSelectModel<Table> & string,
>(table: Table, row: Pick<InferSelectModel<Table>, Name>, names: readonly Name[]): SQL | undefined {
  const columns = getTableColumns(table);
  return and(
    ...names.map((name) => {
      const column = columns[name]!;
      const value: unknown = row[name];
      return value === null ? isNull(column) : sql`${column} is ${sql.param(value, column)}`;
    }),
  );
}

/** Reads, checks and writes; begins again where somebody else changed it in between (null), and lets both changes stand. */
export async function changeAsItStands<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let n = 0; n < MOST_ATTEMPTS; n++) {
    const done = await attempt();
    if (done !== null) return done;
  }
  throw new AppError("conflict", {
    message: "Others kept changing this meanwhile. Try again.",
    problem: { code: "changed_meanwhile" },
  });
}
