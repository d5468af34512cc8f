import { sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import { columnsInOrder, jsonCells } from "./columns-in-order.ts";

const table = sqliteTable("things", {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
  isSold: integer("is_sold", { mode: "boolean" }).notNull().default(false),
  parts: text("parts", { mode: "json" }).$type<string[]>(),
  note: text("note").default("none"),
});
const textOf = (query: ReturnType<typeof columnsInOrder>) =>
  new SQLiteSyncDialect().sqlToQuery(query);

it("puts cells that are named in any order in that of the columns, as they are stored", () => {
  const query = columnsInOrder(table, { parts: ["a"], isSold: true, note: null, name: sql`1 + 1` });
  expect(textOf(query)).toMatchObject({ sql: "null, 1 + 1, ?, ?, null", params: [1, '["a"]'] });
});

it("gives what is not named its default, or null", () => {
  const query = columnsInOrder(table, jsonCells("name"));
  expect(textOf(query)).toMatchObject({
    sql: "null, value ->> '$.name', ?, null, ?",
    params: [0, "none"],
  });
});
