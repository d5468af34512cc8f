/** Reads roll-ups that no file holds yet, as the manifest's tables keep them: a block for each hour or day. */
import { HOUR_MS } from "#app/domain/durations.ts";
import { maxOf, minOf } from "#app/domain/extremes.ts";
import type { RollupLevel, TimeWindow } from "#app/domain/series/levels.ts";
import { fromBlock } from "#app/domain/series/rollup-block.ts";
import { ROW_FIELDS, type RollupColumn } from "#app/domain/series/rollup.ts";
import { isTextKey, metricOf } from "#app/domain/series/types.ts";
import { reading } from "#app/storage/damage.ts";
import { blockName, SUM_BYTES, verifyRows, type BlockPlace } from "./block-checksum.ts";
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
   * Throws SegmentDamagedError for rows that are not what was written.
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

  /** As `read`, of one window and many keys: each block is gone through once, however many keys are asked. */
  readAll(
    level: RollupLevel,
    asked: readonly AskedKey[],
    [fromMs, toMs]: TimeWindow,
  ): Map<string, RollupColumn[]> {
    return level === "minute"
      ? this.#minutes(asked, Math.floor(fromMs / HOUR_MS) * HOUR_MS, toMs)
      : this.#units(level, asked, fromMs, toMs);
  }

  /** Whether the rows of the hour or day are here. */
  holds(level: "hour" | "day", unitMs: number): boolean {
    return this.#rows(`SELECT 1 FROM ${TABLES[level]} WHERE unit = ?`, unitMs).length > 0;
  }

  /**
   * Where the rows of the keys lie is read first, then the rows of all of them by one statement: an hour's block is some
   * hundred kilobytes, which SQLite goes through for whatever is cut out of it, once for all cuts of one row.
   */
  #minutes(asked: readonly AskedKey[], fromMs: number, toMs: number): Map<string, RollupColumn[]> {
    type Hour = { unit: number; layout: number; offsets: ArrayBuffer; texts: string };
    const hours = this.#rows<Hour>(
      `SELECT unit, layout, offsets, ${asked.some(mayHoldTexts) ? "texts" : "'{}' AS texts"} FROM minutes WHERE unit >= ? AND unit < ? ORDER BY unit`,
      fromMs,
      toMs,
    );
    const cuts: Cut[] = [];
    const byUnit: Record<number, [cut: number, start: number, bytes: number][]> = {};
    for (const { unit, layout, offsets, texts } of hours) {
      const names = this.#log.layouts.metricsOf(layout);
      const own = textsOf({ level: "minute", unitMs: unit }, texts);
      byUnit[unit] = asked.flatMap(({ key }) => {
        const index = indexIn(names, key);
        if (index < 0) return [];
        const name = names[index] as string;
        const place = { level: "minute", unitMs: unit, key: name } as const;
        const { start, end, sum } = placeIn(place, offsets, names.length, index);
        cuts.push({ place, key, texts: textsIn(own, name), sum });
        return [[cuts.length - 1, start + 1, end - start]];
      });
    }
    const found = new Map<string, RollupColumn[]>(asked.map(({ key }) => [key, []]));
    if (cuts.length === 0) return found;
    for (const { cut, rows } of this.#rows<{ cut: number; rows: ArrayBuffer }>(
      `SELECT value ->> 0 AS cut, substr(rows, value ->> 1, value ->> 2) AS rows
       FROM minutes CROSS JOIN json_each(?, '$."' || unit || '"') WHERE unit >= ? AND unit < ? ORDER BY unit`,
      JSON.stringify(byUnit),
      fromMs,
      toMs,
    )) {
      const { place, key, texts, sum } = cuts[cut] as Cut;
      verifyRows(place, new Uint8Array(rows), texts, sum);
      if ((texts !== null) === isTextKey(key)) found.get(key)?.push(fromBlock(rows, texts));
    }
    return found;
  }

  #units(
    level: "hour" | "day",
    asked: readonly AskedKey[],
    fromMs: number,
    toMs: number,
  ): Map<string, RollupColumn[]> {
    const table = TABLES[level];
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
    const runs = [...places].map(([layout, { first, last, names }]) => [
      layout,
      first * ROW_BYTES + 1,
      (last - first + 1) * ROW_BYTES,
      names.length * ROW_BYTES + first * SUM_BYTES + 1,
      (last - first + 1) * SUM_BYTES,
    ]);
    type Row = {
      unit: number;
      layout: number;
      run: ArrayBuffer;
      sums: ArrayBuffer;
      texts: string;
    };
    const units = this.#rows<Row>(
      // Without MATERIALIZED the list would be parsed once more for each row.
      `WITH runs AS MATERIALIZED (SELECT value ->> 0 AS layout, value ->> 1 AS start, value ->> 2 AS bytes, value ->> 3 AS sums_start, value ->> 4 AS sums_bytes FROM json_each(?))
       SELECT unit, layout, substr(rows, start, bytes) AS run, substr(rows, sums_start, sums_bytes) AS sums, ${withTexts ? "texts" : "'{}' AS texts"}
       FROM ${table} CROSS JOIN runs USING (layout) WHERE unit >= ? AND unit < ? ORDER BY unit`,
      JSON.stringify(runs),
      fromMs,
      toMs,
    ).map(({ unit, layout, run, sums, texts }): Unit => {
      const block = { level, unitMs: unit };
      return {
        block,
        place: places.get(layout) as Place,
        ...reading(blockName(block), () => ({
          run: new Float64Array(run),
          sums: new Uint32Array(sums),
        })),
        texts: withTexts ? textsOf(block, texts) : {},
      };
    });
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

  #rows<Row extends Record<string, SqlStorageValue>>(
    query: string,
    ...bindings: SqlStorageValue[]
  ): Row[] {
    return this.#storage.sql.exec<Row>(query, ...bindings).toArray();
  }
}

type Texts = Record<string, string[]>;
/** What is cut out of an hour's block of minutes. */
type Cut = {
  place: BlockPlace;
  /** As it was asked for. */
  key: string;
  texts: string[] | null;
  sum: number | undefined;
};
type Place = {
  first: number;
  last: number;
  names: readonly (string | null)[];
  /** Of the keys that were asked. */
  indexes: ReadonlyMap<string, number>;
};
/** An hour or day: the run of its block that holds the rows from the place's first to its last. */
type Unit = {
  block: Pick<BlockPlace, "level" | "unitMs">;
  place: Place;
  run: Float64Array;
  sums: Uint32Array;
  texts: Texts;
};

/** The row of the block's metric, and its texts where it has any. */
function rowOf(unit: Unit, index: number): { row: Float64Array; texts: string[] | null } {
  const { block, place, run, sums } = unit;
  const at = index - place.first;
  const row = run.subarray(at * ROW_FIELDS, (at + 1) * ROW_FIELDS);
  const key = place.names[index] as string;
  const texts = textsIn(unit.texts, key);
  verifyRows(
    { ...block, key },
    new Uint8Array(row.buffer, row.byteOffset, row.byteLength),
    texts,
    sums[at],
  );
  return { row, texts };
}

function numbersOf(units: readonly Unit[], { key }: AskedKey): RollupColumn[] {
  const rows = new Float64Array(units.length * ROW_FIELDS);
  let length = 0;
  for (const unit of units) {
    const index = unit.place.indexes.get(key);
    if (index === undefined) continue;
    rows.set(rowOf(unit, index).row, length);
    length += ROW_FIELDS;
  }
  // A view would be sent with all that lies behind it.
  return length === 0 ? [] : [{ rows: rows.slice(0, length), texts: null }];
}

const withTextsOf = (units: readonly Unit[], { key }: AskedKey): RollupColumn[] =>
  units.flatMap((unit) => {
    const index = unit.place.indexes.get(key);
    if (index === undefined) return [];
    const { row, texts } = rowOf(unit, index);
    return (texts !== null) === isTextKey(key) ? [{ rows: row.slice(), texts }] : [];
  });

/** Where in a layout the key's rows are; -1: nowhere. */
function indexIn(names: readonly (string | null)[], key: string): number {
  const index = names.indexOf(key);
  return index < 0 && isTextKey(key) ? names.indexOf(metricOf(key)) : index;
}

/** Where in the block's bytes the rows of the metric at `index` of `count` lie, and their checksum. */
const placeIn = (block: BlockPlace, offsets: ArrayBuffer, count: number, index: number) =>
  reading(blockName(block), () => {
    const [start, end] = new Uint32Array(offsets, index * 4, 2) as unknown as [number, number];
    return { start, end, sum: new Uint32Array(offsets)[count + 1 + index] };
  });

const textsOf = (block: Unit["block"], kept: string): Texts =>
  kept === "{}" ? {} : reading(blockName(block), () => JSON.parse(kept) as Texts);

/** null when the name is none of texts. */
const textsIn = (texts: Texts, name: string): string[] | null =>
  Object.hasOwn(texts, name) ? (texts[name] as string[]) : null;
