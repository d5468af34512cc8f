/**
 * The recorder's SQLite: the write-ahead log (one row per batch), the list of sealed hours, and what it
 * must remember over a restart. All calls are synchronous and part of the caller's turn, so what one turn
 * writes is committed as one, before its answer leaves (output gate).
 */
import type { Carry } from "../../../app/domain/series/derive.ts";
import type { SealedHour } from "../../../app/domain/series/sealed-hours.ts";
import type { Sample } from "../../../app/domain/series/types.ts";

export type LogRow = {
  seq: number;
  samplerId: number;
  receivedAtMs: number;
  buffered: number;
  dropped: number;
  /** Metric of each column of the batch, null for an unmapped tag. */
  metrics: (string | null)[];
  startMs: number;
  endMs: number;
  batch: Uint8Array;
};

const SCHEMA = [
  "CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
  "CREATE TABLE IF NOT EXISTS layouts (id INTEGER PRIMARY KEY, metrics TEXT NOT NULL UNIQUE)",
  `CREATE TABLE IF NOT EXISTS log (seq INTEGER PRIMARY KEY, sampler INTEGER NOT NULL, received INTEGER NOT NULL,
     buffered INTEGER NOT NULL, dropped INTEGER NOT NULL, layout INTEGER NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, batch BLOB NOT NULL)`,
  "CREATE TABLE IF NOT EXISTS kinds (metric TEXT PRIMARY KEY, kind TEXT NOT NULL) WITHOUT ROWID",
  "CREATE TABLE IF NOT EXISTS watched (metric TEXT PRIMARY KEY) WITHOUT ROWID",
  `CREATE TABLE IF NOT EXISTS segments (hour INTEGER PRIMARY KEY, key TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, bytes INTEGER NOT NULL,
     rows INTEGER NOT NULL, carry TEXT NOT NULL, sealed_seq INTEGER NOT NULL, derived TEXT NOT NULL, rederive INTEGER NOT NULL, rates TEXT NOT NULL)`,
  // One row per sealed hour: seven doubles per metric of its layout, see app/domain/series/rollup.ts.
  "CREATE TABLE IF NOT EXISTS rollups (hour INTEGER PRIMARY KEY, layout INTEGER NOT NULL, rows BLOB NOT NULL)",
  "CREATE TABLE IF NOT EXISTS garbage (key TEXT PRIMARY KEY, due INTEGER NOT NULL) WITHOUT ROWID",
];

type SegmentRow = {
  hour: number;
  key: string;
  first: number;
  last: number;
  bytes: number;
  rows: number;
  carry: string;
  sealed_seq: number;
  derived: string;
  rederive: number;
  rates: string;
};

export class LogStore {
  readonly #storage: DurableObjectStorage;
  readonly #layouts = new Map<string, number>();
  /** When the next replaced object may go; undefined while that must be asked. */
  #nextGarbageMs: number | undefined;
  #lastSeq: number | undefined;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    for (const statement of SCHEMA) storage.sql.exec(statement);
    for (const row of storage.sql.exec<{ id: number; metrics: string }>("SELECT id, metrics FROM layouts"))
      this.#layouts.set(row.metrics, row.id);
  }

  /** Writes one batch; answers its sequence number. A number is never used again: segments say up to which they reach. */
  append(row: Omit<LogRow, "seq">): number {
    const seq = this.lastSeq + 1;
    this.#storage.sql.exec(
      "INSERT INTO log (seq, sampler, received, buffered, dropped, layout, start, end, batch) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      seq,
      row.samplerId,
      row.receivedAtMs,
      row.buffered,
      row.dropped,
      this.#layoutOf(row.metrics),
      row.startMs,
      row.endMs,
      row.batch,
    );
    this.#lastSeq = seq;
    return seq;
  }

  #layoutOf(metrics: (string | null)[]): number {
    const text = JSON.stringify(metrics);
    let id = this.#layouts.get(text);
    if (id === undefined) {
      id = this.#storage.sql.exec<{ id: number }>("INSERT INTO layouts (metrics) VALUES (?) RETURNING id", text).one().id;
      this.#layouts.set(text, id);
    }
    return id;
  }

  /** Log rows in the order of their writing, one at a time. */
  *rows(): Generator<LogRow> {
    const layouts = new Map([...this.#layouts].map(([text, id]) => [id, JSON.parse(text) as (string | null)[]]));
    const cursor = this.#storage.sql.exec<{
      seq: number;
      sampler: number;
      received: number;
      buffered: number;
      dropped: number;
      layout: number;
      start: number;
      end: number;
      batch: ArrayBuffer;
    }>("SELECT seq, sampler, received, buffered, dropped, layout, start, end, batch FROM log ORDER BY seq");
    for (const row of cursor) {
      yield {
        seq: row.seq,
        samplerId: row.sampler,
        receivedAtMs: row.received,
        buffered: row.buffered,
        dropped: row.dropped,
        metrics: layouts.get(row.layout) ?? [],
        startMs: row.start,
        endMs: row.end,
        batch: new Uint8Array(row.batch),
      };
    }
  }

  get bytes(): number {
    return this.#storage.sql.exec<{ bytes: number }>("SELECT coalesce(sum(length(batch)), 0) AS bytes FROM log").one().bytes;
  }

  get lastSeq(): number {
    this.#lastSeq ??= this.#storage.sql
      .exec<{ seq: number }>(
        "SELECT max(coalesce((SELECT max(seq) FROM log), 0), coalesce((SELECT max(sealed_seq) FROM segments), 0)) AS seq",
      )
      .one().seq;
    return this.#lastSeq;
  }

  addKinds(kinds: readonly (readonly [string, "number" | "text"])[]): void {
    for (const [metric, kind] of kinds) this.#storage.sql.exec("INSERT OR IGNORE INTO kinds (metric, kind) VALUES (?, ?)", metric, kind);
  }

  kinds(): [string, "number" | "text"][] {
    return this.#storage.sql
      .exec<{ metric: string; kind: "number" | "text" }>("SELECT metric, kind FROM kinds")
      .toArray()
      .map((row) => [row.metric, row.kind]);
  }

  /**
   * The segment stands for its hour from now on: the list, the log rows it makes needless, the object it
   * replaces and the newest values change together or not at all.
   */
  commitSeal(
    hourMs: number,
    sealed: SealedHour,
    rollup: { metrics: string[]; bytes: Uint8Array },
    needless: readonly number[],
    replacedKey: string | null,
    replacedDueMs: number,
    latest: ReadonlyMap<string, Sample>,
  ): void {
    this.#nextGarbageMs = undefined;
    this.#storage.transactionSync(() => {
      this.writeSegment(hourMs, sealed);
      this.#storage.sql.exec(
        "INSERT OR REPLACE INTO rollups (hour, layout, rows) VALUES (?, ?, ?)",
        hourMs,
        this.#layoutOf(rollup.metrics),
        rollup.bytes,
      );
      for (const seq of needless) this.#storage.sql.exec("DELETE FROM log WHERE seq = ?", seq);
      this.#storage.sql.exec("DELETE FROM garbage WHERE key = ?", sealed.segment.key);
      if (replacedKey !== null && replacedKey !== sealed.segment.key)
        this.#storage.sql.exec("INSERT OR REPLACE INTO garbage (key, due) VALUES (?, ?)", replacedKey, replacedDueMs);
      this.writeMeta("latest", [...latest]);
    });
  }

  writeSegment(hourMs: number, { segment, carry, sealedSeq, derived, rederive, rates }: SealedHour): void {
    this.#storage.sql.exec(
      "INSERT OR REPLACE INTO segments (hour, key, first, last, bytes, rows, carry, sealed_seq, derived, rederive, rates) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      hourMs,
      segment.key,
      segment.firstMs,
      segment.lastMs,
      segment.bytes,
      segment.rows,
      JSON.stringify(carry),
      sealedSeq,
      JSON.stringify(derived),
      rederive ? 1 : 0,
      JSON.stringify(rates),
    );
  }

  /** Roll-ups of the hours of [fromMs, toMs), ascending, with the index of each metric in them. */
  *rollups(fromMs: number, toMs: number): Generator<{ hourMs: number; indexOf: (metric: string) => number; bytes: ArrayBuffer }> {
    const indices = new Map<number, Map<string, number>>();
    const layouts = new Map([...this.#layouts].map(([text, id]) => [id, text]));
    const cursor = this.#storage.sql.exec<{ hour: number; layout: number; rows: ArrayBuffer }>(
      "SELECT hour, layout, rows FROM rollups WHERE hour >= ? AND hour < ? ORDER BY hour",
      fromMs,
      toMs,
    );
    for (const { hour, layout, rows } of cursor) {
      let index = indices.get(layout);
      if (!index) {
        index = new Map((JSON.parse(layouts.get(layout) ?? "[]") as string[]).map((metric, at) => [metric, at]));
        indices.set(layout, index);
      }
      const known = index;
      yield { hourMs: hour, indexOf: (metric) => known.get(metric) ?? -1, bytes: rows };
    }
  }

  segments(): [number, SealedHour][] {
    return this.#storage.sql
      .exec<SegmentRow>("SELECT * FROM segments ORDER BY hour")
      .toArray()
      .map((row) => [
        row.hour,
        {
          segment: { key: row.key, hourMs: row.hour, firstMs: row.first, lastMs: row.last, bytes: row.bytes, rows: row.rows },
          carry: JSON.parse(row.carry) as Carry,
          sealedSeq: row.sealed_seq,
          derived: JSON.parse(row.derived) as string[],
          rederive: row.rederive === 1,
          rates: JSON.parse(row.rates) as Record<string, number>,
        },
      ]);
  }

  /** When the oldest replaced object may go; Infinity when there is none. */
  get nextGarbageMs(): number {
    this.#nextGarbageMs ??= this.#storage.sql.exec<{ due: number | null }>("SELECT min(due) AS due FROM garbage").one().due ?? Infinity;
    return this.#nextGarbageMs;
  }

  /** Replaced objects whose readers are long done. */
  garbage(dueMs: number): string[] {
    return this.#storage.sql
      .exec<{ key: string }>("SELECT key FROM garbage WHERE due <= ? LIMIT 500", dueMs)
      .toArray()
      .map((row) => row.key);
  }

  forgetGarbage(keys: readonly string[]): void {
    for (const key of keys) this.#storage.sql.exec("DELETE FROM garbage WHERE key = ?", key);
    this.#nextGarbageMs = undefined;
  }

  readMeta<T>(key: string): T | null {
    const row = this.#storage.sql.exec<{ value: string }>("SELECT value FROM meta WHERE key = ?", key).toArray()[0];
    return row ? (JSON.parse(row.value) as T) : null;
  }

  writeMeta(key: string, value: unknown): void {
    this.#storage.sql.exec("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", key, JSON.stringify(value));
  }

  watched(): string[] {
    return this.#storage.sql
      .exec<{ metric: string }>("SELECT metric FROM watched")
      .toArray()
      .map((row) => row.metric);
  }

  setWatched(metric: string, on: boolean): void {
    this.#storage.sql.exec(on ? "INSERT OR IGNORE INTO watched (metric) VALUES (?)" : "DELETE FROM watched WHERE metric = ?", metric);
  }
}
