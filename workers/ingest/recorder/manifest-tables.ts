/** The tables of what is sealed of a machine (manifest-store.ts), and how those of an older release become today's. */
import { dayOf, type RollupLevel } from "#app/domain/series/levels.ts";
import { fromSumRows, ROW_FIELDS } from "#app/domain/series/rollup.ts";
import type { LogStore, RecorderStorage } from "./log-store.ts";

/** By level, the table of rows that no file holds yet. */
export const TABLES: Record<RollupLevel, string> = {
  minute: "minutes",
  hour: "hours",
  day: "days",
};

export const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS segments (hour INTEGER PRIMARY KEY, key TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, carry TEXT NOT NULL,
     sealed_seq INTEGER NOT NULL, sealed_at INTEGER NOT NULL, derived TEXT NOT NULL, rederive INTEGER NOT NULL, rates TEXT NOT NULL)`,
  // Every object in R2 that something here refers to; level '' holds samples.
  `CREATE TABLE IF NOT EXISTS objects (key TEXT PRIMARY KEY, level TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, bytes INTEGER NOT NULL,
     chunks TEXT NOT NULL) WITHOUT ROWID`,
  // Rows of all metrics of a layout, one metric after the other: minutes of an hour, an hour, a day.
  "CREATE TABLE IF NOT EXISTS minutes (unit INTEGER PRIMARY KEY, layout INTEGER NOT NULL, offsets BLOB NOT NULL, rows BLOB NOT NULL, texts TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS hours (unit INTEGER PRIMARY KEY, layout INTEGER NOT NULL, rows BLOB NOT NULL, texts TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS days (unit INTEGER PRIMARY KEY, layout INTEGER NOT NULL, rows BLOB NOT NULL, texts TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS dirty (day INTEGER PRIMARY KEY, since INTEGER NOT NULL)",
  "CREATE TABLE IF NOT EXISTS sum_days (day INTEGER PRIMARY KEY)",
  "CREATE TABLE IF NOT EXISTS retired (day INTEGER PRIMARY KEY, carry TEXT NOT NULL)",
  // Objects whose bytes hold columns that `objects` tells of no more.
  "CREATE TABLE IF NOT EXISTS erase (key TEXT PRIMARY KEY) WITHOUT ROWID",
  "CREATE TABLE IF NOT EXISTS garbage (key TEXT PRIMARY KEY, due INTEGER NOT NULL) WITHOUT ROWID",
];

/** Rows of a release that kept sums, in today's form; their days are packed again, with all roll-ups of them. */
export function convertSumRows(storage: RecorderStorage, log: LogStore): void {
  const select = <Row extends Record<string, SqlStorageValue>>(
    query: string,
    ...bindings: SqlStorageValue[]
  ): Row[] => storage.sql.exec<Row>(query, ...bindings).toArray();
  type Row = { unit: number; rows: ArrayBuffer };
  for (const table of Object.values(TABLES))
    for (const { unit } of select<{ unit: number }>(`SELECT unit FROM ${table}`)) {
      const [found] = select<Row>(`SELECT unit, rows FROM ${table} WHERE unit = ?`, unit);
      if (!found) continue;
      const rows = fromSumRows(new Float64Array(found.rows));
      storage.sql.exec(
        `UPDATE ${table} SET rows = ? WHERE unit = ?`,
        new Uint8Array(rows.buffer),
        unit,
      );
    }
  for (const { unit, offsets } of select<{ unit: number; offsets: ArrayBuffer }>(
    "SELECT unit, offsets FROM minutes",
  )) {
    const wider = new Uint32Array(offsets).map((at) => (at / (ROW_FIELDS - 1)) * ROW_FIELDS);
    storage.sql.exec(
      "UPDATE minutes SET offsets = ? WHERE unit = ?",
      new Uint8Array(wider.buffer),
      unit,
    );
  }
  const days = new Set(
    select<{ hour: number }>("SELECT hour FROM segments").map(({ hour }) => dayOf(hour)),
  );
  for (const day of days) {
    storage.sql.exec("INSERT OR IGNORE INTO sum_days (day) VALUES (?)", day);
    storage.sql.exec("INSERT OR IGNORE INTO dirty (day, since) VALUES (?, 0)", day);
  }
  log.writeMeta("row_fields", ROW_FIELDS);
}
