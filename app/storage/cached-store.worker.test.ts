import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { cachedStore } from "./cached-store.ts";
import { memoryStore } from "./object-store.ts";

const BYTES = Uint8Array.from({ length: 100 }, (_, index) => index);

async function newStore(name: string) {
  const inner = memoryStore();
  await inner.put("a", BYTES);
  const ctx = createExecutionContext();
  const store = cachedStore({
    store: inner,
    cache: () => caches.open(name),
    waitUntil: (work) => ctx.waitUntil(work),
  });
  const settled = () => waitOnExecutionContext(ctx);
  const first = async (...args: Parameters<typeof store.get>) => {
    const answer = await store.get(...args);
    return answer && { bytes: [...new Uint8Array(answer.bytes)], size: answer.size };
  };
  return { inner, get: first, settled };
}

describe("a store behind the Cache API", () => {
  it.each([
    ["an object", undefined, [...BYTES]],
    ["a range", { offset: 10, length: 3 }, [10, 11, 12]],
    ["its end", { suffix: 2 }, [98, 99]],
  ])("answers %s once from the store, then from the cache", async (what, range, bytes) => {
    const { inner, get, settled } = await newStore(`once ${what}`);
    expect(await get("a", range)).toEqual({ bytes, size: 100 });
    await settled();
    expect(await get("a", range)).toEqual({ bytes, size: 100 });
    expect(inner.counts.gets).toBe(1);
  });

  it("keeps ranges and objects apart, and does not remember what was not there", async () => {
    const { inner, get, settled } = await newStore("apart");
    expect(await get("b")).toBeNull();
    await inner.put("b", BYTES.subarray(0, 2));
    for (const range of [
      { offset: 0, length: 1 },
      { offset: 0, length: 2 },
    ])
      await get("a", range);
    await settled();
    expect(await get("b")).toEqual({ bytes: [0, 1], size: 2 });
    expect(await get("a", { offset: 0, length: 2 })).toEqual({ bytes: [0, 1], size: 100 });
  });

  it("goes on without a cache that fails", async () => {
    const inner = memoryStore();
    await inner.put("a", BYTES);
    const broken = () => Promise.reject(new Error("no cache"));
    const store = cachedStore({ store: inner, cache: broken, waitUntil: (work) => void work });
    expect((await store.get("a"))?.size).toBe(100);
  });
});
