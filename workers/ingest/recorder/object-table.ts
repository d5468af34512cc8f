/**
 * Objects of the store in the recorder's SQLite: those that are needed with what they stand for, those that are to be written
 * anew without what was forgotten, and the discarded ones until their readers are done. Changes are made inside of the
 * manifest's transaction, and in memory once that is committed.
 */
import type { RollupLevel } from "#app/domain/series/levels.ts";
import type { SeriesManifest } from "#app/domain/series/manifest.ts";
import { SegmentDamagedError } from "#app/storage/damage.ts";
import { GARBAGE_MS } from "./limits.ts";
import type { RecorderStorage } from "./log-store.ts";

export type StoredObject = { key: string; bytes: number; chunks: string };
export type ObjectKind = { level: RollupLevel | ""; startMs: number; endMs: number };

type Counts = { segments: number; rollups: number; bytes: number };

export class ObjectTable {
  readonly #sql: RecorderStorage["sql"];
  readonly #afterCommit: (change: (manifest: SeriesManifest) => void) => void;
  /** Objects that are to be written anew without what was forgotten. */
  readonly erasures: ReadonlySet<string>;
  readonly #erasures = new Set<string>();
  /** When the next replaced object may go; undefined while that must be asked. */
  #nextGarbageMs: number | undefined;
  /** Asked for by every card of a dashboard; undefined while they must be counted. */
  #counts: Counts | undefined;

  constructor(
    { sql }: RecorderStorage,
    afterCommit: (change: (manifest: SeriesManifest) => void) => void,
  ) {
    this.#sql = sql;
    this.#afterCommit = afterCommit;
    for (const { key } of this.#rows<{ key: string }>("SELECT key FROM erase"))
      this.#erasures.add(key);
    this.erasures = this.#erasures;
  }

  endTransaction(): void {
    this.#nextGarbageMs = undefined;
    this.#counts = undefined;
  }

  /** A file of roll-ups takes the place of the one of its level and period, which is to be discarded. */
  add({ key, bytes, chunks }: StoredObject, { level, startMs, endMs }: ObjectKind): void {
    if (level !== "")
      this.#afterCommit((manifest) => manifest.addFile({ key, level, startMs, endMs, bytes }));
    this.#sql.exec(
      "INSERT OR REPLACE INTO objects (key, level, start, end, bytes, chunks) VALUES (?, ?, ?, ?, ?, ?)",
      key,
      level,
      startMs,
      endMs,
      bytes,
      chunks,
    );
    this.#sql.exec("DELETE FROM garbage WHERE key = ?", key);
  }

  /** The object is needed no more; readers that know of it still have until `dueMs`. */
  discard(key: string, dueMs: number): void {
    this.#afterCommit((manifest) => manifest.removeFile(key));
    this.#sql.exec("DELETE FROM objects WHERE key = ?", key);
    this.addGarbage(key, dueMs);
  }

  /** The object goes from `dueMs` on, unless it is added before. */
  addGarbage(key: string, dueMs: number): void {
    this.#sql.exec("INSERT OR REPLACE INTO garbage (key, due) VALUES (?, ?)", key, dueMs);
  }

  /** The object and what it stands for, [startMs, endMs); null when there is none of that name. */
  get(key: string): (StoredObject & ObjectKind) | null {
    return (
      this.#rows<StoredObject & ObjectKind>(
        "SELECT key, level, bytes, chunks, start AS startMs, end AS endMs FROM objects WHERE key = ?",
        key,
      )[0] ?? null
    );
  }

  /** As `get`, for what is planned to be read of it. Throws SegmentDamagedError when it does not stand for that. */
  require(key: string, fromMs: number, toMs: number) {
    const object = this.get(key);
    if (!object) throw new SegmentDamagedError(key, "the manifest does not describe it");
    if (fromMs < object.startMs || toMs > object.endMs)
      throw new SegmentDamagedError(key, "the manifest names it for another time");
    return object;
  }

  /** Objects whose columns may be named so; `text` as it stands in their line. */
  listNaming(text: string): Pick<StoredObject & ObjectKind, "key" | "level" | "chunks">[] {
    return this.#rows("SELECT key, level, chunks FROM objects WHERE instr(chunks, ?) > 0", text);
  }

  /** The object's line tells of fewer columns from now on; its bytes follow. */
  eraseLater(key: string, chunks: string): void {
    this.#afterCommit(() => this.#erasures.add(key));
    this.#sql.exec("UPDATE objects SET chunks = ? WHERE key = ?", chunks, key);
    this.#sql.exec("INSERT OR IGNORE INTO erase (key) VALUES (?)", key);
  }

  erased(key: string): void {
    this.#afterCommit(() => this.#erasures.delete(key));
    this.#sql.exec("DELETE FROM erase WHERE key = ?", key);
  }

  /** How many objects there are, and their size. */
  get counts(): Counts {
    this.#counts ??= this.#rows<Counts>(
      "SELECT count(CASE WHEN level = '' THEN 1 END) AS segments, count(CASE WHEN level <> '' THEN 1 END) AS rollups, coalesce(sum(bytes), 0) AS bytes FROM objects",
    )[0]!;
    return this.#counts;
  }

  /** Names of all objects, the discarded ones too. */
  allKeys(): string[] {
    return this.#rows<{ key: string }>("SELECT key FROM objects UNION SELECT key FROM garbage").map(
      ({ key }) => key,
    );
  }

  /** When the oldest discarded object may go; Infinity when there is none. */
  get nextGarbageMs(): number {
    this.#nextGarbageMs ??=
      this.#rows<{ due: number | null }>("SELECT min(due) AS due FROM garbage")[0]?.due ?? Infinity;
    return this.#nextGarbageMs;
  }

  /** Discarded objects whose readers are long done, and those discarded by a clock that was set back since. */
  garbage(dueMs: number): string[] {
    return this.#rows<{ key: string }>(
      "SELECT key FROM garbage WHERE due <= ? OR due > ? LIMIT 500",
      dueMs,
      dueMs + GARBAGE_MS,
    ).map(({ key }) => key);
  }

  forgetGarbage(keys: readonly string[]): void {
    for (const key of keys) this.#sql.exec("DELETE FROM garbage WHERE key = ?", key);
    this.#nextGarbageMs = undefined;
  }

  #rows<Row extends Record<string, SqlStorageValue>>(
    query: string,
    ...bindings: SqlStorageValue[]
  ): Row[] {
    return this.#sql.exec<Row>(query, ...bindings).toArray();
  }
}
