/**
 * The recorder's write-ahead log in its SQLite, one row per batch, and what else it must remember over a
 * restart; what is sealed is in manifest-store.ts. All calls are synchronous and part of the caller's turn, so
 * what one turn writes is committed as one, before its answer leaves (output gate).
 *
 * A row that is needed no more is not deleted but written over by the next batch: a row written is what a batch costs
 * most, and a deletion is one too.
 */
import type { MetricKinds } from "#app/domain/series/types.ts";
import { openText, reading, sealText, SegmentDamagedError } from "#app/storage/damage.ts";
import { Layouts } from "./layouts.ts";
import { isIntact, stamp } from "./log-checksum.ts";
import { LogPieces } from "./log-pieces.ts";
import { crc32 } from "node:zlib";

/** What of a Durable Object's storage the recorder needs. */
export type RecorderStorage = Pick<DurableObjectStorage, "transactionSync"> & {
  sql: Pick<SqlStorage, "exec">;
};

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

type LiveRow = { slot: number; bytes: number; layout: number };

const SCHEMA = [
  "CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
  `CREATE TABLE IF NOT EXISTS log (slot INTEGER PRIMARY KEY, seq INTEGER NOT NULL, sampler INTEGER NOT NULL, received INTEGER NOT NULL,
     buffered INTEGER NOT NULL, dropped INTEGER NOT NULL, layout INTEGER NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, batch BLOB NOT NULL)`,
  "CREATE TABLE IF NOT EXISTS kinds (metric TEXT PRIMARY KEY, kind TEXT NOT NULL) WITHOUT ROWID",
  "CREATE TABLE IF NOT EXISTS watched (metric TEXT PRIMARY KEY) WITHOUT ROWID",
];

/** Rows kept for the next batches; a burst leaves more, which are deleted. */
const MAX_FREE_SLOTS = 1500;

const KINDS: readonly MetricKinds[] = ["number", "text", "both"];
const kindSum = (metric: string, kind: MetricKinds): string => String(crc32(`${kind} ${metric}`));

export class LogStore {
  readonly #storage: RecorderStorage;
  /** Rows that are needed, in the order of their writing: where the row is, how long its batch, its list of metrics. */
  readonly #live = new Map<number, LiveRow>();
  readonly layouts: Layouts;
  readonly #pieces: LogPieces;
  /** What was remembered by these names is lost: it was not what was written. */
  readonly damagedMeta = new Set<string>();
  readonly #free: number[] = [];
  #nextSlot = 1;
  #lastSeq: number | undefined;

  constructor(storage: RecorderStorage) {
    this.#storage = storage;
    for (const statement of SCHEMA) storage.sql.exec(statement);
    this.layouts = new Layouts(storage);
    this.#pieces = new LogPieces(storage);
  }

  /** Writes one batch; answers its sequence number. A number is never used again: segments say up to which they reach. */
  append(row: Omit<LogRow, "seq">): number {
    const seq = this.lastSeq + 1;
    const slot = this.#free.at(-1) ?? this.#nextSlot;
    const layout = this.layouts.of(row.metrics);
    stamp({ ...row, seq });
    this.#storage.sql.exec(
      "INSERT OR REPLACE INTO log (slot, seq, sampler, received, buffered, dropped, layout, start, end, batch) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      slot,
      seq,
      row.samplerId,
      row.receivedAtMs,
      row.buffered,
      row.dropped,
      layout,
      row.startMs,
      row.endMs,
      this.#pieces.write(slot, row.batch),
    );
    if (this.#free.pop() === undefined) this.#nextSlot++;
    this.#need(seq, { slot, bytes: row.batch.length, layout });
    this.#lastSeq = seq;
    return seq;
  }

  #need(seq: number, row: LiveRow): void {
    this.#live.set(seq, row);
    this.layouts.hold(row.layout);
  }

  /** Rows that may still be needed in the order of their writing, one at a time: for a recorder that wakes, once. */
  *rows(): Generator<LogRow & { isIntact: boolean }> {
    const neededFrom = this.readMetaIfIntact<number>("needed_from") ?? 0;
    const seqs = this.#storage.sql
      .exec<{ slot: number; seq: number }>("SELECT slot, seq FROM log")
      .toArray();
    for (const { slot, seq } of seqs) {
      if (seq < neededFrom) this.#free.push(slot);
      this.#nextSlot = Math.max(this.#nextSlot, slot + 1);
    }
    const needed = seqs.filter(({ seq }) => seq >= neededFrom).sort((a, b) => a.seq - b.seq);
    for (const { slot, seq } of needed) {
      type Stored = {
        sampler: number;
        received: number;
        buffered: number;
        dropped: number;
        layout: number;
        start: number;
        end: number;
        batch: ArrayBuffer;
      };
      const row = this.#storage.sql
        .exec<Stored>(
          "SELECT sampler, received, buffered, dropped, layout, start, end, batch FROM log WHERE slot = ?",
          slot,
        )
        .one();
      const batch = this.#pieces.read(slot, row.batch);
      this.#need(seq, { slot, bytes: batch.length, layout: row.layout });
      const metrics = this.#metricsOf(row.layout);
      const read = {
        seq,
        samplerId: row.sampler,
        receivedAtMs: row.received,
        buffered: row.buffered,
        dropped: row.dropped,
        metrics: metrics ?? [],
        startMs: row.start,
        endMs: row.end,
        batch,
      };
      yield { ...read, isIntact: metrics !== null && isIntact(read) };
    }
  }

  /** Null when the list, or its number, is damaged. */
  #metricsOf(layout: number): (string | null)[] | null {
    try {
      return this.layouts.metricsOf(layout);
    } catch (error) {
      if (error instanceof SegmentDamagedError) return null;
      throw error;
    }
  }

  /** Of the batches whose rows are needed. */
  get bytes(): number {
    let bytes = 0;
    for (const row of this.#live.values()) bytes += row.bytes;
    return bytes;
  }

  get lastSeq(): number {
    this.#lastSeq ??= Math.max(
      this.#storage.sql.exec<{ seq: number }>("SELECT coalesce(max(seq), 0) AS seq FROM log").one()
        .seq,
      this.readMetaIfIntact<number>("sealed_seq") ?? 0,
    );
    return this.#lastSeq;
  }

  /** Numbers up to this one were given: what is written from now on has a greater one. */
  noteUsed(seq: number): void {
    this.#lastSeq = Math.max(this.lastSeq, seq);
  }

  addKinds(kinds: readonly (readonly [string, MetricKinds])[]): void {
    for (const [metric, kind] of kinds)
      this.#storage.sql.exec(
        "INSERT OR REPLACE INTO kinds (metric, kind) VALUES (?, ?)",
        metric,
        `${kind}\n${kindSum(metric, kind)}`,
      );
  }

  removeKinds(metrics: readonly string[]): void {
    for (const metric of metrics)
      this.#storage.sql.exec("DELETE FROM kinds WHERE metric = ?", metric);
  }

  /** What is damaged counts as both kinds, and may be no metric's name; `damagedMeta` has "kinds" then. */
  kinds(): [string, MetricKinds][] {
    return this.#storage.sql
      .exec<{ metric: string; kind: string }>("SELECT metric, kind FROM kinds")
      .toArray()
      .map(({ metric, kind }) => {
        const [text, sum] = kind.split("\n");
        // The checksum is another one for each kind: it tells a damaged kind too.
        const known = KINDS.find((each) =>
          sum === undefined ? each === text : kindSum(metric, each) === sum,
        );
        if (!known) this.damagedMeta.add("kinds");
        return [metric, known ?? "both"];
      });
  }

  /** Notes, in the caller's transaction, that rows will not be needed: their samples are all in segments. `sealedSeq` is the newest that any seal has seen. */
  forget(needless: readonly number[], sealedSeq: number): void {
    const gone = new Set(needless);
    this.layouts.noteGone(needless.flatMap((seq) => this.#live.get(seq)?.layout ?? []));
    this.writeMeta("needed_from", this.#firstBut(gone));
    this.writeMeta("sealed_seq", sealedSeq);
    for (const slot of this.#free.splice(MAX_FREE_SLOTS)) {
      this.#storage.sql.exec("DELETE FROM log WHERE slot = ?", slot);
      this.#pieces.drop(slot);
    }
  }

  /** The oldest row that is needed besides these. */
  #firstBut(gone: ReadonlySet<number>): number {
    for (const seq of this.#live.keys()) if (!gone.has(seq)) return seq;
    return this.lastSeq + 1;
  }

  /** Once that is committed: their places are the next batches'. */
  release(needless: readonly number[]): void {
    for (const seq of needless) {
      const row = this.#live.get(seq);
      if (!row) continue;
      this.#live.delete(seq);
      this.layouts.letGo(row.layout);
      this.#free.push(row.slot);
    }
  }

  /**
   * Empties every table but what is remembered by name and the lists of objects, in the caller's transaction. This log is
   * not used any more after it.
   */
  forgetAll(): void {
    const tables = this.#storage.sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('meta', 'objects', 'garbage')",
      )
      .toArray();
    for (const { name } of tables)
      if (!/^_|^sqlite_/.test(name)) this.#storage.sql.exec(`DELETE FROM ${name}`);
  }

  /** Null when it was never written. Throws SegmentDamagedError when it is not what was written. */
  readMeta<T>(key: string): T | null {
    const row = this.#storage.sql
      .exec<{ value: string }>("SELECT value FROM meta WHERE key = ?", key)
      .toArray()[0];
    return row ? reading(`meta/${key}`, () => JSON.parse(openText(row.value)) as T) : null;
  }

  /** As readMeta, of what the recorder can do without or learns again: null, too, when it is damaged. */
  readMetaIfIntact<T>(key: string): T | null {
    try {
      return this.readMeta<T>(key);
    } catch (error) {
      if (!(error instanceof SegmentDamagedError)) throw error;
      this.damagedMeta.add(key);
      return null;
    }
  }

  /** Whether it was ever written, damaged or not. */
  hasMeta(key: string): boolean {
    return this.#storage.sql.exec("SELECT 1 FROM meta WHERE key = ?", key).toArray().length > 0;
  }

  writeMeta(key: string, value: unknown): void {
    this.#storage.sql.exec(
      "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)",
      key,
      sealText(JSON.stringify(value)),
    );
  }

  watched(): string[] {
    return this.#storage.sql
      .exec<{ metric: string }>("SELECT metric FROM watched")
      .toArray()
      .map((row) => row.metric);
  }

  setWatched(metric: string, on: boolean): void {
    this.#storage.sql.exec(
      on
        ? "INSERT OR IGNORE INTO watched (metric) VALUES (?)"
        : "DELETE FROM watched WHERE metric = ?",
      metric,
    );
  }
}
