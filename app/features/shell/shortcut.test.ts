import { describe, expect, it } from "vitest";
import { nextRow } from "./list-keys.ts";
import { toShortcut } from "./shortcut.ts";

const press = (key: string, more: Partial<Parameters<typeof toShortcut>[0]> = {}) =>
  toShortcut({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    isTyped: false,
    isSearched: false,
    isCovered: false,
    ...more,
  });

describe("keys of the shell", () => {
  it("open the palette and print with Ctrl or Command, also from a field", () => {
    expect([
      press("k", { ctrlKey: true }),
      press("K", { metaKey: true, isTyped: true }),
      press("p", { ctrlKey: true }),
      press("s", { ctrlKey: true }),
      press("k", { ctrlKey: true, altKey: true }),
    ]).toEqual(["palette", "palette", "print", null, null]);
  });

  it("are single ones outside of fields only", () => {
    const keys = ["?", "/", "j", "k", "J", "x", "Enter"];
    expect(keys.map((key) => press(key))).toEqual(["keys", "/", "j", "k", null, null, null]);
    expect(keys.map((key) => press(key, { isTyped: true }))).toEqual(keys.map(() => null));
  });

  it("leave a search by Escape, and no other field", () => {
    const inSearch = { isTyped: true, isSearched: true };
    expect([
      press("Escape", inSearch),
      press("j", inSearch),
      press("Escape", { isTyped: true }),
      press("Escape"),
      press("Escape", { ...inSearch, isCovered: true }),
    ]).toEqual(["leave", null, null, null, null]);
  });

  it("leave a dialog its own", () => {
    expect([
      press("j", { isCovered: true }),
      press("k", { isCovered: true, metaKey: true }),
    ]).toEqual([null, null]);
  });
});

it.each([
  [-1, 3, "j", 0],
  [-1, 3, "k", 0],
  [0, 3, "j", 1],
  [2, 3, "j", 2],
  [0, 3, "k", 0],
  [2, 3, "k", 1],
  [-1, 0, "j", -1],
] as const)("from row %i of %i, %s leads to %i", (here, count, key, next) => {
  expect(nextRow(here, count, key)).toBe(next);
});
