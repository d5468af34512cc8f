/**
 * Where segments live: a flat map from key to immutable bytes. R2 in production, a Map in tests.
 * The series asks for no more than this, so anything with ranged reads can stand in.
 */
export type ByteRange = { offset: number; length: number } | { suffix: number };

export type ObjectStore = {
  /** Whose names these are: stores before one bucket share it, and what is remembered of its objects. */
  readonly owner: object;
  /** The object or the range of it, and the size of the whole; null when there is none. A suffix longer than the object answers all of it. */
  get(key: string, range?: ByteRange): Promise<{ bytes: ArrayBuffer; size: number } | null>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  delete(keys: string[]): Promise<void>;
  /** Whether there is any object whose name begins so. */
  has(prefix: string): Promise<boolean>;
};

/** R2 deletes at most this many keys a call. */
const DELETE_LIMIT = 1000;

export function r2Store(bucket: R2Bucket): ObjectStore {
  return {
    owner: bucket,
    async get(key, range) {
      const object = await bucket.get(key, range && { range });
      return object && { bytes: await object.arrayBuffer(), size: object.size };
    },
    async put(key, bytes) {
      await bucket.put(key, bytes);
    },
    async delete(keys) {
      for (let i = 0; i < keys.length; i += DELETE_LIMIT)
        await bucket.delete(keys.slice(i, i + DELETE_LIMIT));
    },
    async has(prefix) {
      return (await bucket.list({ prefix, limit: 1 })).objects.length > 0;
    },
  };
}

/** What was asked of a memoryStore so far. */
export type StoreCounts = {
  gets: number;
  puts: number;
  deletes: number;
  bytesRead: number;
  bytesWritten: number;
};

/** A store in memory that counts what is asked of it, for tests. */
export function memoryStore(): ObjectStore & { counts: StoreCounts; keys(): string[] } {
  const objects = new Map<string, Uint8Array>();
  const counts: StoreCounts = { gets: 0, puts: 0, deletes: 0, bytesRead: 0, bytesWritten: 0 };
  return {
    owner: objects,
    counts,
    keys: () => [...objects.keys()].sort(),
    async get(key, range) {
      counts.gets++;
      const object = objects.get(key);
      if (!object) return null;
      const [start, end] = spanOf(range, object.length);
      counts.bytesRead += end - start;
      return { bytes: object.slice(start, end).buffer as ArrayBuffer, size: object.length };
    },
    async put(key, bytes) {
      counts.puts++;
      counts.bytesWritten += bytes.length;
      objects.set(key, bytes.slice());
    },
    async delete(keys) {
      counts.deletes += keys.length;
      for (const key of keys) objects.delete(key);
    },
    async has(prefix) {
      return [...objects.keys()].some((key) => key.startsWith(prefix));
    },
  };
}

function spanOf(range: ByteRange | undefined, size: number): [start: number, end: number] {
  if (!range) return [0, size];
  if ("suffix" in range) return [Math.max(0, size - range.suffix), size];
  if (range.offset < 0 || range.offset + range.length > size)
    throw new RangeError(`range ${range.offset}+${range.length} outside of ${size} bytes`);
  return [range.offset, range.offset + range.length];
}
