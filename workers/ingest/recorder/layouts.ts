/**
 * Lists of metrics by their numbers, in the recorder's SQLite: rows of the log and of roll-ups that follow one need not name
 * them. A number holds its list's CRC-32, so that neither a damaged list nor another one's number is taken for the list that
 * was written; lists of an older release have small numbers. One that nothing refers to any more is freed.
 */
import { SegmentDamagedError } from "#app/storage/damage.ts";
import { crc32 } from "node:zlib";

type Sql = Pick<SqlStorage, "exec">;
type Names = (string | null)[];

/** Numbers from here on are a multiple of it and the checksum. */
const STEP = 2 ** 33;

/** Throws SegmentDamagedError, of `key`, when the number is another list's. */
function namesOf(id: number, text: string | undefined, key = `layouts/${id}`): Names {
  if (text === undefined) throw new SegmentDamagedError(key, `list ${id} is not there`);
  if (id >= STEP && id % STEP !== crc32(text))
    throw new SegmentDamagedError(key, `list ${id} does not match its checksum`);
  return JSON.parse(text) as Names;
}

/** Kept in memory: most samplers send one or two. */
const MAX_KEPT = 64;

export class Layouts {
  readonly #sql: Sql;
  readonly #ids = new Map<string, number>();
  readonly #metricsOf = new Map<number, Names>();
  /** By layout, how many needed rows of the log have it. */
  readonly #rowsOf = new Map<number, number>();
  /** One may have lost the last that referred to it. */
  #mayFree = true;

  constructor({ sql }: { sql: Sql }) {
    this.#sql = sql;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS layouts (id INTEGER PRIMARY KEY, metrics TEXT NOT NULL UNIQUE)",
    );
  }

  of(metrics: readonly (string | null)[]): number {
    const text = JSON.stringify(metrics);
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#find(text) ?? this.#add(text);
      keepFew(this.#ids, text, id);
    }
    return id;
  }

  #find(text: string): number | undefined {
    return this.#sql
      .exec<{ id: number }>("SELECT id FROM layouts WHERE metrics = ?", text)
      .toArray()[0]?.id;
  }

  #add(text: string): number {
    let id = STEP + crc32(text);
    // Another list may have the same checksum.
    while (this.#sql.exec("SELECT id FROM layouts WHERE id = ?", id).toArray().length > 0)
      id += STEP;
    this.#sql.exec("INSERT INTO layouts (id, metrics) VALUES (?, ?)", id, text);
    return id;
  }

  /** Throws SegmentDamagedError, of `key` or of the list. */
  metricsOf(layout: number, key?: string): Names {
    let metrics = this.#metricsOf.get(layout);
    if (!metrics) {
      const row = this.#sql
        .exec<{ metrics: string }>("SELECT metrics FROM layouts WHERE id = ?", layout)
        .toArray()[0];
      metrics = namesOf(layout, row?.metrics, key);
      keepFew(this.#metricsOf, layout, metrics);
    }
    return metrics;
  }

  isIntact(layout: number): boolean {
    try {
      this.metricsOf(layout);
      return true;
    } catch (error) {
      if (error instanceof SegmentDamagedError) return false;
      throw error;
    }
  }

  /** One more row of the log needs it. */
  hold(layout: number): void {
    this.#rowsOf.set(layout, (this.#rowsOf.get(layout) ?? 0) + 1);
  }

  letGo(layout: number): void {
    const rows = (this.#rowsOf.get(layout) ?? 0) - 1;
    if (rows > 0) this.#rowsOf.set(layout, rows);
    else this.#rowsOf.delete(layout);
  }

  /** Rows of the log that had these layouts, or, without any, something else that had one, are about to go. */
  noteGone(layouts: readonly number[] | null): void {
    const left = new Map<number, number>();
    for (const layout of layouts ?? [])
      left.set(layout, (left.get(layout) ?? this.#rowsOf.get(layout) ?? 0) - 1);
    if (layouts === null || [...left.values()].some((rows) => rows <= 0)) this.#mayFree = true;
  }

  /**
   * Deletes, in the caller's transaction, those that no row of the log from `neededFrom` on nor any of the `blocks` tables
   * refers to, so what memory knows of their numbers goes too. That looks through all of these tables: only where one may
   * have become free.
   */
  free(neededFrom: number, blocks: readonly string[]): void {
    if (!this.#mayFree) return;
    const used = blocks.map((table) => `UNION ALL SELECT layout FROM ${table}`).join(" ");
    this.#sql.exec(
      `DELETE FROM layouts WHERE id NOT IN (SELECT layout FROM log WHERE seq >= ? ${used})`,
      neededFrom,
    );
    this.distrust();
    this.#mayFree = false;
  }

  /** What memory knows of them may have been rolled back, or be another one's by now. */
  distrust(): void {
    this.#ids.clear();
    this.#metricsOf.clear();
    this.#mayFree = true;
  }

  /** Numbers of those that name one of the keys, which begin all with `metric`. */
  naming(metric: string, keys: ReadonlySet<string>): number[] {
    return this.#sql
      .exec<{ id: number; metrics: string }>(
        "SELECT id, metrics FROM layouts WHERE instr(metrics, ?) > 0",
        JSON.stringify(metric).slice(0, -1),
      )
      .toArray()
      .flatMap(({ id, metrics }) =>
        namesOf(id, metrics).some((key) => key !== null && keys.has(key)) ? [id] : [],
      );
  }

  /** In the caller's transaction: another list, without the keys, takes its place in all tables; answers that one's number. */
  blank(id: number, keys: ReadonlySet<string>, blocks: readonly string[]): number {
    this.#metricsOf.delete(id);
    const left = this.metricsOf(id).map((key) => (key !== null && keys.has(key) ? null : key));
    const text = JSON.stringify(left);
    const other = this.#find(text) ?? this.#add(text);
    for (const table of ["log", ...blocks])
      this.#sql.exec(`UPDATE ${table} SET layout = ? WHERE layout = ?`, other, id);
    this.#sql.exec("DELETE FROM layouts WHERE id = ?", id);
    this.distrust();
    return other;
  }
}

/** A map that forgets what it has known longest. */
function keepFew<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.set(key, value);
  if (map.size > MAX_KEPT) map.delete(map.keys().next().value as K);
}
