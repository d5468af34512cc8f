import { expect, it } from "vitest";
import { ByteLru } from "./byte-lru.ts";

it("lets go of the longest unused when its bytes run out", () => {
  const lru = new ByteLru<string>(10);
  lru.set("a", "A", 4);
  lru.set("b", "B", 4);
  expect(lru.get("a")).toBe("A");
  lru.set("c", "C", 4);
  expect([lru.get("a"), lru.get("b"), lru.get("c")]).toEqual(["A", undefined, "C"]);
  expect(lru.bytes).toBe(8);
});

it("replaces a value and its bytes, and keeps nothing larger than itself", () => {
  const lru = new ByteLru<string>(10);
  lru.set("a", "A", 4);
  lru.set("a", "AA", 9);
  expect([lru.get("a"), lru.bytes]).toEqual(["AA", 9]);
  lru.set("a", "AAA", 11);
  expect([lru.get("a"), lru.bytes]).toEqual([undefined, 0]);
});
