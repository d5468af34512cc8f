import {
  and,
  getTableColumns,
  isNull,
  or,
  sql,
  type Column,
  type InferSelectModel,
  type SQL,
} from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { AppError } from "#app/domain/errors.ts";

/** Each attempt that found another change lets that one stand; so many in a row are somebody's mistake. */
const MOST_ATTEMPTS = 5;
/** What is read in the place of bytes that are no character. */
const UNREADABLE = "\ufffd";

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
      if (value === null) return isNull(column);
      const isEqual = sql`${column} is ${sql.param(value, column)}`;
      const isDamaged = column.dataType === "string" && String(value).includes(UNREADABLE);
      return isDamaged ? or(isEqual, isAsFarAsRead(column, String(value))) : isEqual;
    }),
  );
}

/**
 * Half of a character, which older releases stored, is never equal to what it is read as: it must still be there, between
 * what stood before and after it. Its bytes are ED and one from A0 to BF, which no whole character has.
 */
function isAsFarAsRead(column: Column, text: string): SQL {
  const start = text.slice(0, text.indexOf(UNREADABLE));
  const end = text.slice(text.lastIndexOf(UNREADABLE) + 1);
  const [before, after] = [start, end].map((part) => [...part].length);
  return sql`(hex(${column}) glob '*ED[AB]*' and substr(${column}, 1, ${before}) = ${start}
    and substr(${column}, length(${column}) - ${after} + 1) = ${end})`;
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
