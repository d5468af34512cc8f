/** A Durable Object's SQLite for tests in plain Node: the same calls over node:sqlite. */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { RecorderStorage } from "../log-store.ts";

type Row = Record<string, SqlStorageValue>;

export function nodeStorage(): RecorderStorage {
  const db = new DatabaseSync(":memory:");
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const prepare = (query: string) => {
    let statement = statements.get(query);
    if (!statement) statements.set(query, (statement = db.prepare(query)));
    return statement;
  };
  const exec = (query: string, ...bindings: unknown[]) => {
    const rows = prepare(query)
      .all(...(bindings as SQLInputValue[]))
      .map(toRow);
    return {
      toArray: () => rows,
      one: () => {
        if (rows.length !== 1) throw new Error(`${rows.length} rows where one was expected`);
        return rows[0];
      },
      [Symbol.iterator]: () => rows[Symbol.iterator](),
    };
  };
  return {
    sql: { exec: exec as unknown as SqlStorage["exec"] },
    transactionSync(work) {
      db.exec("BEGIN");
      try {
        const result = work();
        db.exec("COMMIT");
        return result;
      } catch (error) {
        db.exec("ROLLBACK");
        throw error;
      }
    },
  };
}

/** Bytes come as an ArrayBuffer of their own, as in workerd. */
const toRow = (row: Record<string, unknown>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? value.slice().buffer : (value as SqlStorageValue)]),
  );
