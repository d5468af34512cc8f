import { clipColumn } from "#app/domain/series/clip.ts";
import {
  columnOfKey,
  keyOf,
  metricOf,
  namesOf,
  type Column,
  type Columns,
  type Segment,
} from "#app/domain/series/types.ts";
import type { ObjectStore } from "#app/storage/object-store.ts";
import { loadSegment, readSegment } from "#app/storage/segment-read.ts";
import type { ManifestStore } from "./manifest-store.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

/** Reads sealed hours, wherever they lie: an object may hold more of its day than the hour. */
export class SealedReader {
  readonly #store: ObjectStore;
  readonly #manifest: ManifestStore;

  constructor(store: ObjectStore, manifest: ManifestStore) {
    this.#store = store;
    this.#manifest = manifest;
  }

  /** The hour's samples of the column keys that have any. Throws SegmentMissingError, SegmentDamagedError. */
  async read({ key, hourMs }: Segment, keys: readonly string[]): Promise<Columns> {
    const names = [...new Set(keys.flatMap(namesOf))];
    const known = this.#manifest.objects.require(key, hourMs, hourMs + HOUR_MS);
    const columns = await readSegment(this.#store, key, names, known);
    const found = keys.flatMap((each): [string, Column][] => {
      const column = columnOfKey(columns, each);
      return column ? [[each, column]] : [];
    });
    return withColumns(found, hourMs);
  }

  /** All of the hour, by column key. One column of the object is unpacked at a time, for it may be a day. */
  async readAll({ key, hourMs }: Segment): Promise<Columns> {
    const known = this.#manifest.objects.require(key, hourMs, hourMs + HOUR_MS);
    const loaded = await loadSegment(this.#store, key, known);
    function* columns(): Generator<[string, Column]> {
      for (const name of loaded.metrics) {
        const column = loaded.column(name);
        if (column) yield [keyOf(metricOf(name), column.kind), column];
      }
    }
    return withColumns(columns(), hourMs);
  }
}

function withColumns(columns: Iterable<[string, Column]>, hourMs: number): Columns {
  const inside: [string, Column][] = [];
  for (const [metric, column] of columns) {
    const clipped = clipColumn(column, hourMs, hourMs + HOUR_MS);
    if (clipped.times.length === 0) continue;
    inside.push([metric, clipped === column ? column : copyOf(clipped)]);
  }
  return Object.fromEntries(inside);
}

/** A view would keep the whole object's column. */
const copyOf = (column: Column): Column =>
  column.kind === "text"
    ? { ...column, times: column.times.slice() }
    : { kind: "number", times: column.times.slice(), values: column.values.slice() };
