import type { TimeWindow } from "#app/domain/series/levels.ts";
import { ByteLru } from "#app/storage/byte-lru.ts";
import { parseChunks, pickChunks, type PackedChunks } from "#app/storage/chunk-index.ts";
import { reading, SegmentDamagedError } from "#app/storage/damage.ts";
import type { ManifestStore } from "./manifest-store.ts";

/** Parsed entries of some hundred files; a recorder shares its isolate with others. */
const KEPT_BYTES = 1024 * 1024;
/** What parsing makes of a byte of text. */
const PARSED_BYTES = 4;

type Entry = { bytes: number; startMs: number; endMs: number; packed: PackedChunks };

/** Where columns lie in the files that are asked for most: names never change their content, so what was read once holds. */
export class ChunkCache {
  readonly #manifest: ManifestStore;
  #entries = new ByteLru<Entry>(KEPT_BYTES);

  constructor(manifest: ManifestStore) {
    this.#manifest = manifest;
  }

  /**
   * The object's size, and the line of the wanted metrics' columns. Throws SegmentDamagedError for an object that the
   * manifest does not describe, or for another time than the windows.
   */
  pick(
    key: string,
    windows: readonly TimeWindow[],
    wanted: ReadonlySet<string>,
  ): { bytes: number; chunks: string } {
    const entry = this.#entries.get(key) ?? this.#load(key);
    const { bytes, packed, startMs, endMs } = entry;
    if (windows.some(([fromMs, toMs]) => fromMs < startMs || toMs > endMs))
      throw new SegmentDamagedError(key, "the manifest names it for another time");
    return { bytes, chunks: pickChunks(packed, wanted) };
  }

  /** How many rows the object has. Throws SegmentDamagedError for one that the manifest does not describe. */
  rows(key: string): number {
    return (this.#entries.get(key) ?? this.#load(key)).packed.rows;
  }

  /** Lines have changed. */
  clear(): void {
    this.#entries = new ByteLru<Entry>(KEPT_BYTES);
  }

  #load(key: string): Entry {
    const object = this.#manifest.objects.get(key);
    if (!object) throw new SegmentDamagedError(key, "the manifest does not describe it");
    const { bytes, startMs, endMs } = object;
    const packed = reading(key, () => parseChunks(object.chunks));
    const entry = { bytes, startMs, endMs, packed };
    this.#entries.set(key, entry, object.chunks.length * PARSED_BYTES);
    return entry;
  }
}
