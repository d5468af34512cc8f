/**
 * A store whose reads go through the Cache API of the place where the Worker runs: names never change their content
 * (keys.ts), so what was read once may be answered from there for ever. Each range is an entry of its own, for readers
 * ask for the same ones again. What is not there is not remembered, and a cache that fails is left out.
 */
import type { ByteRange, ObjectStore } from "./object-store.ts";

const FOR_EVER = "public, max-age=31536000, immutable";
const SIZE = "x-object-size";

export type CachedStoreDeps = {
  store: ObjectStore;
  /** Opened when first asked for. */
  cache: () => Promise<Pick<Cache, "match" | "put">>;
  /** Keeps the request alive while an answer is put aside. */
  waitUntil: (work: Promise<unknown>) => void;
};

export function cachedStore({ store, cache, waitUntil }: CachedStoreDeps): ObjectStore {
  const find = async (url: string) => (await cache()).match(url);
  const keep = async (url: string, bytes: ArrayBuffer, size: number) =>
    (await cache()).put(
      url,
      new Response(bytes, { headers: { "cache-control": FOR_EVER, [SIZE]: String(size) } }),
    );
  return {
    ...store,
    async get(key, range) {
      const url = urlOf(key, range);
      const kept = await find(url).catch(() => undefined);
      if (kept) return { bytes: await kept.arrayBuffer(), size: Number(kept.headers.get(SIZE)) };
      const object = await store.get(key, range);
      if (object) waitUntil(keep(url, object.bytes, object.size).catch(() => undefined));
      return object;
    },
  };
}

/** No host answers there; the name is only what the cache knows the bytes by. */
function urlOf(key: string, range: ByteRange | undefined): string {
  const part = !range
    ? "all"
    : "suffix" in range
      ? `last-${range.suffix}`
      : `${range.offset}-${range.length}`;
  return `https://series.invalid/${key}?${part}`;
}
