/** A Durable Object's SQLite for tests in plain Node: the same calls over node:sqlite. */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { RecorderStorage } from "#workers/ingest/recorder/log-store.ts";

type Row = Record<string, SqlStorageValue>;

/** What the storage bills: rows that statements answered, and rows written or deleted; and how large it is. */
export type StorageCounts = { rowsRead: number; rowsWritten: number; bytes: number };

export function nodeStorage(): RecorderStorage & { counts(): StorageCounts } {
  const db = new DatabaseSync(":memory:");
  let rowsRead = 0;
  const numberOf = (query: string): number =>
    Number(Object.values(db.prepare(query).get() ?? {})[0]);
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
    rowsRead += rows.length;
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
    counts: () => ({
      rowsRead,
      rowsWritten: numberOf("SELECT total_changes()"),
      bytes: numberOf("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"),
    }),
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
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? value.slice().buffer : (value as SqlStorageValue),
    ]),
  );
