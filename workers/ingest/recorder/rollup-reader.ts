/** Reads roll-ups that no file holds yet, as the manifest's tables keep them: a block for each hour or day. */
import { HOUR_MS } from "#app/domain/durations.ts";
import { maxOf, minOf } from "#app/domain/extremes.ts";
import type { RollupLevel, TimeWindow } from "#app/domain/series/levels.ts";
import { fromBlock } from "#app/domain/series/rollup-block.ts";
import { ROW_FIELDS, type RollupColumn } from "#app/domain/series/rollup.ts";
import { isTextKey, metricOf } from "#app/domain/series/types.ts";
import type { LogStore, RecorderStorage } from "./log-store.ts";
import { TABLES } from "./manifest-tables.ts";

/** `isMixed`: the metric may be one of texts. */
export type AskedKey = { key: string; isMixed: boolean };
export const mayHoldTexts = ({ key, isMixed }: AskedKey): boolean => isMixed || isTextKey(key);

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
    return windows.flatMap(
      (window) => this.readAll(level, [{ key, isMixed }], window).get(key) ?? [],
    );
  }

  /** As `read`, of one window and many keys: hours and days are gone through once, however many keys are asked. */
  readAll(
    level: RollupLevel,
    asked: readonly AskedKey[],
    [fromMs, toMs]: TimeWindow,
  ): Map<string, RollupColumn[]> {
    if (level !== "minute") return this.#units(TABLES[level], asked, fromMs, toMs);
    const from = Math.floor(fromMs / HOUR_MS) * HOUR_MS;
    return new Map(asked.map(({ key, isMixed }) => [key, this.#minutes(key, from, toMs, isMixed)]));
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
      const own = index < 0 ? null : textsIn(textsOf(texts), this.#nameAt(layout, index));
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
    asked: readonly AskedKey[],
    fromMs: number,
    toMs: number,
  ): Map<string, RollupColumn[]> {
    const layouts = this.#rows<{ layout: number }>(
      `SELECT DISTINCT layout FROM ${table} WHERE unit >= ? AND unit < ?`,
      fromMs,
      toMs,
    );
    const places = new Map(
      layouts.flatMap(({ layout }) => {
        const place = this.#placeOf(layout, asked);
        return place ? [[layout, place]] : [];
      }),
    );
    if (places.size === 0) return new Map();
    const withTexts = asked.some(mayHoldTexts);
    const runs = [...places].map(([layout, { first, last }]) => [
      layout,
      first * ROW_BYTES + 1,
      (last - first + 1) * ROW_BYTES,
    ]);
    const units = this.#rows<{ layout: number; run: ArrayBuffer; texts: string }>(
      // Without MATERIALIZED the list would be parsed once more for each row.
      `WITH runs AS MATERIALIZED (SELECT value ->> 0 AS layout, value ->> 1 AS start, value ->> 2 AS bytes FROM json_each(?))
       SELECT layout, substr(rows, start, bytes) AS run, ${withTexts ? "texts" : "'{}' AS texts"}
       FROM ${table} CROSS JOIN runs USING (layout) WHERE unit >= ? AND unit < ? ORDER BY unit`,
      JSON.stringify(runs),
      fromMs,
      toMs,
    ).map(({ layout, run, texts }) => ({
      place: places.get(layout) as Place,
      run: new Float64Array(run),
      texts: withTexts ? textsOf(texts) : {},
    }));
    return new Map(
      asked.map((one) => [
        one.key,
        mayHoldTexts(one) ? withTextsOf(units, one) : numbersOf(units, one),
      ]),
    );
  }

  /** Where in the layout's block the rows of the keys lie; null when it has none of them. */
  #placeOf(layout: number, asked: readonly AskedKey[]): Place | null {
    const names = this.#log.layouts.metricsOf(layout);
    const indexes = new Map(names.map((name, index) => [name, index]));
    const found = asked.flatMap(({ key }) => {
      const index = indexes.get(key) ?? (isTextKey(key) ? indexes.get(metricOf(key)) : undefined);
      return index === undefined ? [] : [[key, index] as const];
    });
    if (found.length === 0) return null;
    const [first, last] = [minOf(found.map(([, at]) => at)), maxOf(found.map(([, at]) => at))];
    return { first, last, names, indexes: new Map(found) };
  }

  #indexOf(layout: number, key: string): number {
    const names = this.#log.layouts.metricsOf(layout);
    const index = names.indexOf(key);
    return index < 0 && isTextKey(key) ? names.indexOf(metricOf(key)) : index;
  }

  #nameAt(layout: number, index: number): string {
    return this.#log.layouts.metricsOf(layout)[index] as string;
  }

  #rows<Row extends Record<string, SqlStorageValue>>(
    query: string,
    ...bindings: SqlStorageValue[]
  ): Row[] {
    return this.#storage.sql.exec<Row>(query, ...bindings).toArray();
  }
}

type Texts = Record<string, string[]>;
type Place = {
  first: number;
  last: number;
  names: readonly (string | null)[];
  /** Of the keys that were asked. */
  indexes: ReadonlyMap<string, number>;
};
/** An hour or day: the run of its block that holds the rows from the place's first to its last. */
type Unit = { place: Place; run: Float64Array; texts: Texts };

const rowOf = ({ place, run }: Unit, index: number): Float64Array =>
  run.subarray((index - place.first) * ROW_FIELDS, (index - place.first + 1) * ROW_FIELDS);

function numbersOf(units: readonly Unit[], { key }: AskedKey): RollupColumn[] {
  const rows = new Float64Array(units.length * ROW_FIELDS);
  let length = 0;
  for (const unit of units) {
    const index = unit.place.indexes.get(key);
    if (index === undefined) continue;
    rows.set(rowOf(unit, index), length);
    length += ROW_FIELDS;
  }
  // A view would be sent with all that lies behind it.
  return length === 0 ? [] : [{ rows: rows.slice(0, length), texts: null }];
}

const withTextsOf = (units: readonly Unit[], { key }: AskedKey): RollupColumn[] =>
  units.flatMap((unit) => {
    const index = unit.place.indexes.get(key);
    if (index === undefined) return [];
    const own = textsIn(unit.texts, unit.place.names[index] as string);
    if ((own !== null) !== isTextKey(key)) return [];
    return [{ rows: rowOf(unit, index).slice(), texts: own }];
  });

const textsOf = (kept: string): Texts => JSON.parse(kept) as Texts;

/** null when the name is none of texts. */
const textsIn = (texts: Texts, name: string): string[] | null =>
  Object.hasOwn(texts, name) ? (texts[name] as string[]) : null;
