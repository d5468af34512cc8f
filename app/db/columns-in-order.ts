import { getTableColumns, is, sql, SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** A value of a row, or the expression that gives it; an expression's type is not known, nor asked. */
type Cells<Table extends SQLiteTable> = {
  [Name in keyof Table["$inferInsert"]]: Table["$inferInsert"][Name] | SQL;
};

/**
 * What comes between `select` and `from` of `insert(table).select(…)`, which drizzle takes by position: the cells by
 * name, in the order of the table's columns. What is not named has the column's default, or is null.
 */
export function columnsInOrder<Table extends SQLiteTable>(table: Table, cells: Cells<Table>): SQL {
  const given: Record<string, unknown> = cells;
  const inOrder = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const cell = given[name] === undefined ? (column.default ?? null) : given[name];
    if (cell === null) return sql`null`;
    return is(cell, SQL) ? cell : sql`${sql.param(cell, column)}`;
  });
  return sql.join(inOrder, sql`, `);
}

/** Cells that `json_each` gives under their own names. */
export const jsonCells = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql.raw(`value ->> '$.${name}'`)])) as Record<
    Name,
    SQL
  >;
