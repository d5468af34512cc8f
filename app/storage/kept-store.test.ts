import { describe, expect, it } from "vitest";
import { KEPT_BYTES, keptStore } from "./kept-store.ts";
import { memoryStore } from "./object-store.ts";

const bytesOf = (object: { bytes: ArrayBuffer } | null) =>
  object && [...new Uint8Array(object.bytes)];

async function storeWith(objects: Record<string, Uint8Array>) {
  const store = memoryStore();
  for (const [key, bytes] of Object.entries(objects)) await store.put(key, bytes);
  return { store, kept: keptStore(store) };
}

describe("a store that keeps what was read", () => {
  it("asks for a range once", async () => {
    const { store, kept } = await storeWith({ a: Uint8Array.of(1, 2, 3, 4) });
    for (let time = 0; time < 3; time++)
      expect(bytesOf(await kept.get("a", { offset: 1, length: 2 }))).toEqual([2, 3]);
    expect(store.counts.gets).toBe(1);
  });

  it("tells ranges and objects apart", async () => {
    const { kept } = await storeWith({ a: Uint8Array.of(1, 2, 3, 4), b: Uint8Array.of(9, 9, 9) });
    expect(bytesOf(await kept.get("a", { offset: 0, length: 2 }))).toEqual([1, 2]);
    expect(bytesOf(await kept.get("a", { offset: 0, length: 3 }))).toEqual([1, 2, 3]);
    expect(bytesOf(await kept.get("b", { offset: 0, length: 2 }))).toEqual([9, 9]);
    expect(await kept.get("a", { offset: 0, length: 2 })).toMatchObject({ size: 4 });
  });

  it("keeps no whole object, no tail, and nothing that is not there", async () => {
    const { store, kept } = await storeWith({ a: Uint8Array.of(1, 2, 3, 4) });
    for (let time = 0; time < 2; time++) {
      await kept.get("a");
      await kept.get("a", { suffix: 2 });
      expect(await kept.get("none", { offset: 0, length: 1 })).toBeNull();
    }
    expect(store.counts.gets).toBe(6);
  });

  it("is bounded by bytes, and keeps no giant", async () => {
    const size = KEPT_BYTES / 20;
    const { store, kept } = await storeWith({ a: new Uint8Array(size * 21) });
    const ask = (index: number) => kept.get("a", { offset: index * size, length: size });
    for (let index = 0; index < 20; index++) await ask(index);
    await ask(19);
    expect(store.counts.gets).toBe(20);
    await ask(0);
    expect(store.counts.gets).toBe(21);
    for (let time = 0; time < 2; time++) await kept.get("a", { offset: 0, length: size * 3 });
    expect(store.counts.gets).toBe(23);
  });

  it("shares what it keeps between stores of one owner", async () => {
    const store = memoryStore();
    await store.put("a", Uint8Array.of(1, 2));
    await keptStore({ ...store }).get("a", { offset: 0, length: 1 });
    await keptStore({ ...store }).get("a", { offset: 0, length: 1 });
    expect(store.counts.gets).toBe(1);
  });
});
