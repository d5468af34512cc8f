/**
 * A store whose reads stay in the isolate's memory, the least recently used going first: names never change their
 * content (keys.ts), and charts ask for the same days again. Only ranges are kept, as they were asked for; who wants a
 * whole object keeps what is made of it.
 */
import { ByteLru } from "./byte-lru.ts";
import type { ObjectStore } from "./object-store.ts";

/** Of an isolate's 128 MiB. */
export const KEPT_BYTES = 24 * 1024 * 1024;
/** A range larger than this would push out what many smaller ones are read for. */
const LARGEST = KEPT_BYTES / 16;

type Kept = { bytes: ArrayBuffer; size: number };
const memories = new WeakMap<object, ByteLru<Kept>>();

/** Bytes are shared: who reads them must not write there. */
export function keptStore(store: ObjectStore): ObjectStore {
  const memory = memories.get(store.owner) ?? new ByteLru<Kept>(KEPT_BYTES);
  memories.set(store.owner, memory);
  return {
    ...store,
    async get(key, range) {
      if (!range || "suffix" in range) return store.get(key, range);
      const name = `${key} ${range.offset} ${range.length}`;
      const known = memory.get(name);
      if (known) return known;
      const object = await store.get(key, range);
      if (object && object.bytes.byteLength <= LARGEST)
        memory.set(name, object, object.bytes.byteLength + name.length * 2);
      return object;
    },
  };
}
