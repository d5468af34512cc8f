/** What a database holds, to see that nothing changed. */
import { sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";

/** By table, read in one batch. That access was denied is counted, and changes nothing of what somebody has. */
export async function allRows(db: Db): Promise<Map<string, string>> {
  const tables = await db.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'sqlite%'`,
  );
  const [first, ...others] = tables.map(({ name }) => {
    const uncounted = name === "audit_entries" ? " where counted_as is null" : "";
    return db.all(sql.raw(`select * from "${name}"${uncounted}`));
  });
  if (first === undefined) return new Map();
  const rows = await db.batch([first, ...others]);
  return new Map(tables.map(({ name }, index) => [name, JSON.stringify(rows[index])]));
}

/** Names of the tables that hold something else now. */
export const changedTables = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...after].flatMap(([table, rows]) => (before.get(table) === rows ? [] : [table]));
