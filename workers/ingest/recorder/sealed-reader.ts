import { clipColumn } from "#app/domain/series/clip.ts";
import type { Column, Columns, Segment } from "#app/domain/series/types.ts";
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

  /** The hour's samples of the metrics that have any. Throws SegmentMissingError, SegmentDamagedError. */
  async read({ key, hourMs }: Segment, metrics: readonly string[]): Promise<Columns> {
    const known = this.#manifest.objectFor(key, hourMs, hourMs + HOUR_MS);
    const columns = await readSegment(this.#store, key, metrics, known);
    return withColumns(Object.entries(columns), hourMs);
  }

  /** All of the hour. One column of the object is unpacked at a time, for it may be a day. */
  async readAll({ key, hourMs }: Segment): Promise<Columns> {
    const known = this.#manifest.objectFor(key, hourMs, hourMs + HOUR_MS);
    const loaded = await loadSegment(this.#store, key, known);
    function* columns(): Generator<[string, Column]> {
      for (const metric of loaded.metrics) {
        const column = loaded.column(metric);
        if (column) yield [metric, column];
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
