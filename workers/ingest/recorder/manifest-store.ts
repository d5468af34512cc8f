/**
 * What is sealed of the machine, in the recorder's SQLite: sealed hours and the object each lies in, roll-ups that no file
 * holds yet, the files, the states the machine went through, days that are behind, days past retention, objects that may go.
 * The manifest in memory says the same: every change is made in `transaction`, here at once, there when it is committed.
 */
import type { Carry } from "#app/domain/series/derive.ts";
import type { RollupLevel } from "#app/domain/series/levels.ts";
import type { SeriesManifest } from "#app/domain/series/manifest.ts";
import type { RollupBlock } from "#app/domain/series/rollup-block.ts";
import { ROW_FIELDS } from "#app/domain/series/rollup.ts";
import { metricOf } from "#app/domain/series/types.ts";
import { SegmentDamagedError, sealText } from "#app/storage/damage.ts";
import { blockName, joinBytes, sumsOf } from "./block-checksum.ts";
import { GARBAGE_MS } from "./limits.ts";
import type { LogStore, RecorderStorage } from "./log-store.ts";
import { convertSumRows, SCHEMA, TABLES } from "./manifest-tables.ts";
import { loadManifest } from "./load-manifest.ts";
import { RollupReader } from "./rollup-reader.ts";
import { SegmentTable } from "./segment-table.ts";
import { StateTimeline } from "./state-timeline.ts";

export type StoredObject = { key: string; bytes: number; chunks: string };
type ObjectCount = { segments: number; rollups: number; bytes: number };
export type ObjectKind = { level: RollupLevel | ""; startMs: number; endMs: number };

export class ManifestStore {
  readonly #storage: RecorderStorage;
  readonly #log: LogStore;
  readonly #manifest: SeriesManifest;
  /** Changes to memory that are made once the transaction is committed; null outside of one. */
  #pending: (() => void)[] | null = null;
  readonly segments: SegmentTable;
  readonly states: StateTimeline;
  /** Roll-ups that no file holds yet. */
  readonly rollups: RollupReader;
  /** Objects that are to be written anew without what was forgotten. */
  readonly erasures: ReadonlySet<string>;
  readonly #erasures = new Set<string>();
  /** When the next replaced object may go; undefined while that must be asked. */
  #nextGarbageMs: number | undefined;
  /** Asked for by every card of a dashboard; undefined while they must be counted. */
  #objectCount: ObjectCount | undefined;

  /** Brings the manifest, which is empty, up to date. */
  constructor(storage: RecorderStorage, log: LogStore, manifest: SeriesManifest) {
    this.#storage = storage;
    this.#log = log;
    this.#manifest = manifest;
    this.segments = new SegmentTable(storage, manifest.hours, (change) =>
      this.#afterCommit(change),
    );
    this.states = new StateTimeline(storage);
    this.rollups = new RollupReader(storage, log);
    for (const statement of SCHEMA) storage.sql.exec(statement);
    this.#convertRows();
    // Told of when the machine wakes, where it is damaged.
    log.readMetaIfIntact("generation");
    loadManifest(storage, manifest, log);
    for (const { key } of this.#rows<{ key: string }>("SELECT key FROM erase"))
      this.#erasures.add(key);
    this.erasures = this.#erasures;
  }

  /** Whatever was written by this name was written by `convertSumRows`: damaged, it says that the rows are today's. */
  #convertRows(): void {
    const fields = this.#log.readMetaIfIntact<number>("row_fields");
    if (this.#log.damagedMeta.has("row_fields")) this.#log.writeMeta("row_fields", ROW_FIELDS);
    else if (fields !== ROW_FIELDS)
      this.transaction(() => convertSumRows(this.#storage, this.#log));
  }

  /** All or nothing, in the tables and in memory. Every change below is made inside of one. */
  transaction(work: () => void): void {
    this.#nextGarbageMs = undefined;
    this.#objectCount = undefined;
    const pending: (() => void)[] = [];
    this.#pending = pending;
    try {
      this.#storage.transactionSync(work);
    } catch (error) {
      this.#log.layouts.distrust();
      throw error;
    } finally {
      this.#pending = null;
      this.segments.endTransaction();
    }
    for (const change of pending) change();
  }

  #afterCommit(change: (manifest: SeriesManifest) => void): void {
    if (!this.#pending) throw new Error("the manifest is changed in a transaction");
    this.#pending.push(() => change(this.#manifest));
  }

  /**
   * Names, by the next generation, for objects that are about to be written, in their order. No attempt before used them: what
   * was given up, or sent by a recorder that died, may still arrive, and must not lie where another object is. Until it
   * is added an object counts as discarded.
   */
  reserve<Names extends (string | null)[]>(
    dueMs: number,
    name: (generation: number) => readonly [...Names],
  ): readonly [...Names] {
    const generation = this.#lastGeneration(dueMs) + 1;
    const names = name(generation);
    this.transaction(() => {
      this.#log.writeMeta("generation", generation);
      for (const key of names) if (key !== null) this.#addGarbage(key, dueMs);
    });
    return names;
  }

  /** Where it is damaged: of the clock, as where the storage was lost (storage-loss.ts), which no count reaches. */
  #lastGeneration(nowMs: number): number {
    const kept = this.#log.readMetaIfIntact<number>("generation");
    return this.#log.damagedMeta.delete("generation") ? Math.floor(nowMs / 1000) : (kept ?? 0);
  }

  /** A file of roll-ups takes the place of the one of its level and period, which is to be discarded. */
  addObject({ key, bytes, chunks }: StoredObject, { level, startMs, endMs }: ObjectKind): void {
    if (level !== "")
      this.#afterCommit((manifest) => manifest.addFile({ key, level, startMs, endMs, bytes }));
    this.#storage.sql.exec(
      "INSERT OR REPLACE INTO objects (key, level, start, end, bytes, chunks) VALUES (?, ?, ?, ?, ?, ?)",
      key,
      level,
      startMs,
      endMs,
      bytes,
      chunks,
    );
    this.#storage.sql.exec("DELETE FROM garbage WHERE key = ?", key);
  }

  /** The object is needed no more; readers that know of it still have until `dueMs`. */
  discard(key: string, dueMs: number): void {
    this.#afterCommit((manifest) => manifest.removeFile(key));
    this.#storage.sql.exec("DELETE FROM objects WHERE key = ?", key);
    this.#addGarbage(key, dueMs);
  }

  #addGarbage(key: string, dueMs: number): void {
    this.#storage.sql.exec("INSERT OR REPLACE INTO garbage (key, due) VALUES (?, ?)", key, dueMs);
  }

  /** The object and what it stands for, [startMs, endMs); null when there is none of that name. */
  object(key: string): (StoredObject & ObjectKind) | null {
    return (
      this.#rows<StoredObject & ObjectKind>(
        "SELECT key, level, bytes, chunks, start AS startMs, end AS endMs FROM objects WHERE key = ?",
        key,
      )[0] ?? null
    );
  }

  /** As `object`, for what is planned to be read of it. Throws SegmentDamagedError when it does not stand for that. */
  objectFor(key: string, fromMs: number, toMs: number) {
    const object = this.object(key);
    if (!object) throw new SegmentDamagedError(key, "the manifest does not describe it");
    if (fromMs < object.startMs || toMs > object.endMs)
      throw new SegmentDamagedError(key, "the manifest names it for another time");
    return object;
  }

  /** Objects whose columns may be named so; `text` as it stands in their line. */
  objectsNaming(text: string): Pick<StoredObject & ObjectKind, "key" | "level" | "chunks">[] {
    return this.#rows("SELECT key, level, chunks FROM objects WHERE instr(chunks, ?) > 0", text);
  }

  /** The object's line tells of fewer columns from now on; its bytes follow. */
  eraseLater(key: string, chunks: string): void {
    this.#afterCommit(() => this.#erasures.add(key));
    this.#storage.sql.exec("UPDATE objects SET chunks = ? WHERE key = ?", chunks, key);
    this.#storage.sql.exec("INSERT OR IGNORE INTO erase (key) VALUES (?)", key);
  }

  erased(key: string): void {
    this.#afterCommit(() => this.#erasures.delete(key));
    this.#storage.sql.exec("DELETE FROM erase WHERE key = ?", key);
  }

  /** Metrics of the level's rows of the units. */
  metricsIn(level: RollupLevel, units: ReadonlySet<number>): Set<string> {
    const rows = this.#rows<{ unit: number; layout: number }>(
      `SELECT unit, layout FROM ${TABLES[level]}`,
    );
    const unitOf = new Map(
      rows.flatMap(({ unit, layout }) => (units.has(unit) ? [[layout, unit] as const] : [])),
    );
    return new Set(
      [...unitOf].flatMap(([layout, unitMs]) =>
        this.#log.layouts
          .metricsOf(layout, blockName({ level, unitMs }))
          .flatMap((key) => (key === null ? [] : [metricOf(key)])),
      ),
    );
  }

  /** Units of the level's rows whose list of metrics is damaged: nothing can be read of them. */
  unitsWithoutList(level: RollupLevel, units: ReadonlySet<number>): number[] {
    const isIntact = new Map<number, boolean>();
    return this.#rows<{ unit: number; layout: number }>(
      `SELECT unit, layout FROM ${TABLES[level]}`,
    ).flatMap(({ unit, layout }) => {
      if (!units.has(unit)) return [];
      const known = isIntact.get(layout) ?? this.#log.layouts.isIntact(layout);
      isIntact.set(layout, known);
      return known ? [] : [unit];
    });
  }

  /** How many objects there are, and their size. */
  get objectCount(): ObjectCount {
    this.#objectCount ??= this.#rows<ObjectCount>(
      "SELECT count(CASE WHEN level = '' THEN 1 END) AS segments, count(CASE WHEN level <> '' THEN 1 END) AS rollups, coalesce(sum(bytes), 0) AS bytes FROM objects",
    )[0] as ObjectCount;
    return this.#objectCount;
  }

  /** Deletes, in the caller's transaction, the lists of metrics that nothing refers to any more. */
  freeLayouts(): void {
    this.#log.layouts.free(
      this.#log.readMetaIfIntact<number>("needed_from") ?? 0,
      Object.values(TABLES),
    );
  }

  /** Roll-ups of one hour by minutes, of one hour or of one day. */
  writeBlock(level: RollupLevel, unitMs: number, block: RollupBlock): void {
    const { metrics, offsets, bytes, texts } = block;
    const sums = sumsOf(level, unitMs, block);
    this.#afterCommit((manifest) => manifest.held(level).add(unitMs));
    const layout = this.#log.layouts.of(metrics);
    this.#noteReplaced(level, unitMs, layout);
    if (level === "minute")
      this.#storage.sql.exec(
        "INSERT OR REPLACE INTO minutes (unit, layout, offsets, rows, texts) VALUES (?, ?, ?, ?, ?)",
        unitMs,
        layout,
        joinBytes(new Uint8Array(offsets.buffer), sums),
        bytes,
        JSON.stringify(texts),
      );
    else
      this.#storage.sql.exec(
        `INSERT OR REPLACE INTO ${TABLES[level]} (unit, layout, rows, texts) VALUES (?, ?, ?, ?)`,
        unitMs,
        layout,
        joinBytes(bytes, sums),
        JSON.stringify(texts),
      );
  }

  #noteReplaced(level: RollupLevel, unitMs: number, layout: number): void {
    if (!this.#manifest.held(level).has(unitMs)) return;
    const query = `SELECT layout FROM ${TABLES[level]} WHERE unit = ?`;
    const [replaced] = this.#rows<{ layout: number }>(query, unitMs);
    if (replaced && replaced.layout !== layout) this.#log.layouts.noteGone(null);
  }

  forgetBlocks(level: RollupLevel, units: readonly number[]): void {
    const held = this.#manifest.held(level);
    if (units.some((unit) => held.has(unit))) this.#log.layouts.noteGone(null);
    this.#afterCommit((manifest) => units.forEach((unit) => manifest.held(level).delete(unit)));
    for (const unit of units)
      this.#storage.sql.exec(`DELETE FROM ${TABLES[level]} WHERE unit = ?`, unit);
  }

  markDirty(dayMs: number, sinceMs: number): void {
    this.#afterCommit(({ dirtyDays }) => dirtyDays.set(dayMs, sinceMs));
    this.#storage.sql.exec(
      "INSERT OR REPLACE INTO dirty (day, since) VALUES (?, ?)",
      dayMs,
      sinceMs,
    );
  }

  /** All roll-ups of the day are to be made of its samples. */
  remakeDay(dayMs: number, nowMs: number): void {
    this.markDirty(dayMs, nowMs);
    this.#afterCommit(({ sumDays }) => sumDays.add(dayMs));
    this.#storage.sql.exec("INSERT OR IGNORE INTO sum_days (day) VALUES (?)", dayMs);
  }

  /** All roll-ups of the day are what its samples say. */
  markClean(dayMs: number): void {
    this.#afterCommit(({ dirtyDays, sumDays }) => {
      dirtyDays.delete(dayMs);
      sumDays.delete(dayMs);
    });
    this.#storage.sql.exec("DELETE FROM dirty WHERE day = ?", dayMs);
    this.#storage.sql.exec("DELETE FROM sum_days WHERE day = ?", dayMs);
  }

  markRetired(dayMs: number, carry: Carry | null): void {
    this.#afterCommit(({ retiredDays }) => retiredDays.set(dayMs, carry));
    this.#storage.sql.exec(
      "INSERT OR REPLACE INTO retired (day, carry) VALUES (?, ?)",
      dayMs,
      sealText(JSON.stringify(carry)),
    );
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
    for (const key of keys) this.#storage.sql.exec("DELETE FROM garbage WHERE key = ?", key);
    this.#nextGarbageMs = undefined;
  }

  #rows<Row extends Record<string, SqlStorageValue>>(
    query: string,
    ...bindings: SqlStorageValue[]
  ): Row[] {
    return this.#storage.sql.exec<Row>(query, ...bindings).toArray();
  }
}
