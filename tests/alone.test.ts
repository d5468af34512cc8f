import { expect, it } from "vitest";
import { actsBeforeModules, findAlone } from "./alone.ts";

/** Not written out, or this file would be one of those. */
const calls = (name: string): string => `vi.${name}(() => ({}));`;

it.each(["mock", "doMock", "hoisted"])("a test that calls vi.%s is alone", (name) => {
  expect(actsBeforeModules(calls(name))).toBe(true);
});

it.each(["mocked", "stubGlobal", "spyOn"])("a test that calls vi.%s is not", (name) => {
  expect(actsBeforeModules(calls(name))).toBe(false);
});

it("such files are found in every folder of unit tests, and are few", () => {
  const alone = findAlone();
  expect(alone).toContain("tests/races.test.ts");
  expect(alone).toContain("app/storage/unpacked-pages.test.ts");
  expect(alone).not.toContain("tests/alone.test.ts");
  expect(alone.length).toBeLessThan(30);
});
