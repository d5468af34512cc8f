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
import { sealText } from "#app/storage/damage.ts";
import { blockName, joinBytes, sumsOf } from "./block-checksum.ts";
import type { LogStore, RecorderStorage } from "./log-store.ts";
import { convertSumRows, SCHEMA, TABLES } from "./manifest-tables.ts";
import { loadManifest } from "./load-manifest.ts";
import { ObjectTable } from "./object-table.ts";
import { RollupReader } from "./rollup-reader.ts";
import { SegmentTable } from "./segment-table.ts";
import { StateTimeline } from "./state-timeline.ts";

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
  readonly objects: ObjectTable;

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
    this.objects = new ObjectTable(storage, (change) => this.#afterCommit(change));
    this.#convertRows();
    // Told of when the machine wakes, where it is damaged.
    log.readMetaIfIntact("generation");
    loadManifest(storage, manifest, log);
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
      this.objects.endTransaction();
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
      for (const key of names) if (key !== null) this.objects.addGarbage(key, dueMs);
    });
    return names;
  }

  /** Where it is damaged: of the clock, as where the storage was lost (storage-loss.ts), which no count reaches. */
  #lastGeneration(nowMs: number): number {
    const kept = this.#log.readMetaIfIntact<number>("generation");
    return this.#log.damagedMeta.delete("generation") ? Math.floor(nowMs / 1000) : (kept ?? 0);
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

  #rows<Row extends Record<string, SqlStorageValue>>(
    query: string,
    ...bindings: SqlStorageValue[]
  ): Row[] {
    return this.#storage.sql.exec<Row>(query, ...bindings).toArray();
  }
}
