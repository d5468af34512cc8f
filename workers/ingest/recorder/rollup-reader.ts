/** Reads roll-ups that no file holds yet, as the manifest's tables keep them: a block for each hour or day. */
import { HOUR_MS } from "#app/domain/durations.ts";
import type { RollupLevel, TimeWindow } from "#app/domain/series/levels.ts";
import { fromBlock } from "#app/domain/series/rollup-block.ts";
import { ROW_FIELDS, type RollupColumn } from "#app/domain/series/rollup.ts";
import { isTextKey, metricOf } from "#app/domain/series/types.ts";
import type { LogStore, RecorderStorage } from "./log-store.ts";
import { TABLES } from "./manifest-tables.ts";

const ROW_BYTES = ROW_FIELDS * 8;

export class RollupReader {
  readonly #storage: RecorderStorage;
  readonly #log: LogStore;

  constructor(storage: RecorderStorage, log: LogStore) {
    this.#storage = storage;
    this.#log = log;
  }

  /**
   * Rows of the key whose hour or day begins in the windows; of minutes all those of the hours that the windows touch.
   * A block of an older release has texts under the metric's name: `isMixed` when numbers may be mistaken for them.
   */
  read(
    level: RollupLevel,
    key: string,
    windows: readonly TimeWindow[],
    isMixed: boolean,
  ): RollupColumn[] {
    return windows.flatMap(([fromMs, toMs]) => {
      const from = level === "minute" ? Math.floor(fromMs / HOUR_MS) * HOUR_MS : fromMs;
      return level === "minute"
        ? this.#minutes(key, from, toMs, isMixed)
        : this.#units(TABLES[level], key, from, toMs, isMixed);
    });
  }

  #minutes(key: string, fromMs: number, toMs: number, isMixed: boolean): RollupColumn[] {
    type Row = { unit: number; layout: number; offsets: ArrayBuffer; texts: string };
    const found: RollupColumn[] = [];
    for (const { unit, layout, offsets, texts } of this.#rows<Row>(
      `SELECT unit, layout, offsets, ${isMixed || isTextKey(key) ? "texts" : "'{}' AS texts"} FROM minutes WHERE unit >= ? AND unit < ? ORDER BY unit`,
      fromMs,
      toMs,
    )) {
      const index = this.#indexOf(layout, key);
      const own = index < 0 ? null : textsIn(texts, this.#nameAt(layout, index));
      if (index < 0 || (own !== null) !== isTextKey(key)) continue;
      const [start, end] = new Uint32Array(offsets, index * 4, 2) as unknown as [number, number];
      const [row] = this.#rows<{ rows: ArrayBuffer }>(
        "SELECT substr(rows, ?, ?) AS rows FROM minutes WHERE unit = ?",
        start + 1,
        end - start,
        unit,
      );
      if (row) found.push(fromBlock(row.rows, own));
    }
    return found;
  }

  #units(
    table: string,
    key: string,
    fromMs: number,
    toMs: number,
    isMixed: boolean,
  ): RollupColumn[] {
    const needsTexts = isMixed || isTextKey(key);
    const layouts = this.#rows<{ layout: number }>(
      `SELECT DISTINCT layout FROM ${table} WHERE unit >= ? AND unit < ?`,
      fromMs,
      toMs,
    );
    return layouts.flatMap(({ layout }) => {
      const index = this.#indexOf(layout, key);
      if (index < 0) return [];
      const name = this.#nameAt(layout, index);
      const rows = this.#rows<{ row: ArrayBuffer; texts: string }>(
        `SELECT substr(rows, ?, ?) AS row, ${needsTexts ? "texts" : "'{}' AS texts"} FROM ${table} WHERE unit >= ? AND unit < ? AND layout = ? ORDER BY unit`,
        index * ROW_BYTES + 1,
        ROW_BYTES,
        fromMs,
        toMs,
        layout,
      );
      if (needsTexts)
        return rows
          .map(({ row, texts }) => fromBlock(row, textsIn(texts, name)))
          .filter(({ texts }) => (texts !== null) === isTextKey(key));
      const all = new Float64Array(rows.length * ROW_FIELDS);
      rows.forEach(({ row }, at) => all.set(new Float64Array(row), at * ROW_FIELDS));
      return [{ rows: all, texts: null }];
    });
  }

  #indexOf(layout: number, key: string): number {
    const names = this.#log.metricsOf(layout);
    const index = names.indexOf(key);
    return index < 0 && isTextKey(key) ? names.indexOf(metricOf(key)) : index;
  }

  #nameAt(layout: number, index: number): string {
    return this.#log.metricsOf(layout)[index] as string;
  }

  #rows<Row extends Record<string, SqlStorageValue>>(
    query: string,
    ...bindings: SqlStorageValue[]
  ): Row[] {
    return this.#storage.sql.exec<Row>(query, ...bindings).toArray();
  }
}

/** null when the name is none of texts. */
const textsIn = (texts: string, name: string): string[] | null => {
  const all = JSON.parse(texts) as Record<string, string[]>;
  return Object.hasOwn(all, name) ? (all[name] as string[]) : null;
};
