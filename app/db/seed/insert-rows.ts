import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "#app/db/client.server.ts";

/**
 * However many rows as one statement with one parameter: D1 binds at most a hundred, and every statement is a way
 * there and back. Every column must be given or have no default but null; a row that is there already stays as it is.
 */
export function insertRows<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  rows: readonly Table["$inferInsert"][],
) {
  const fields = Object.keys(getTableColumns(table));
  // JSON columns come out of ->> as their text, which is how they are stored.
  const values: SQL = sql.join(
    fields.map((field) => sql`value ->> ${sql.raw(`'$.${field}'`)}`),
    sql`, `,
  );
  // Without a condition SQLite takes the ON of a conflict for that of a join.
  return db
    .insert(table)
    .select(sql`select ${values} from json_each(${JSON.stringify(rows)}) where true`)
    .onConflictDoNothing();
}
