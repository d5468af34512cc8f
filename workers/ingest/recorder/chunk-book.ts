import { ByteLru } from "#app/storage/byte-lru.ts";
import { parseChunks, pickChunks, type PackedChunks } from "#app/storage/chunk-index.ts";
import type { ManifestStore } from "./manifest-store.ts";

/** Parsed entries of some hundred files; a recorder shares its isolate with others. */
const KEPT_BYTES = 1024 * 1024;
/** What parsing makes of a byte of text. */
const PARSED_BYTES = 4;

type Entry = { bytes: number; packed: PackedChunks };

/** Where columns lie in the files that are asked for most: names never change their content, so what was read once holds. */
export class ChunkBook {
  readonly #manifest: ManifestStore;
  readonly #entries = new ByteLru<Entry>(KEPT_BYTES);

  constructor(manifest: ManifestStore) {
    this.#manifest = manifest;
  }

  /** The object's size, and the line of the wanted metrics' columns. Throws for an object that the manifest does not name. */
  pick(key: string, wanted: ReadonlySet<string>): { bytes: number; chunks: string } {
    const { bytes, packed } = this.#entries.get(key) ?? this.#load(key);
    return { bytes, chunks: pickChunks(packed, wanted) };
  }

  #load(key: string): Entry {
    const object = this.#manifest.object(key);
    if (!object) throw new Error(`object ${key} is planned but not known`);
    const entry = { bytes: object.bytes, packed: parseChunks(object.chunks) };
    this.#entries.set(key, entry, object.chunks.length * PARSED_BYTES);
    return entry;
  }
}
