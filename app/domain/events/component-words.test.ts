import { expect, test } from "vitest";
import { DEMO_COMPONENTS, DEMO_REASONS } from "#app/db/seed/components.ts";
import { componentWord } from "./component-words.ts";

const NAMES = [...DEMO_COMPONENTS, ...DEMO_REASONS].map(({ name }) => name);
/** One word for both languages. */
const SAME = new Set(["PLC"]);

test("every part and reason of the catalogue has Spanish words, each of its own", () => {
  const english = [...new Set(NAMES)];
  const spanish = english.map((name) => componentWord("es", name));
  expect(english.filter((name, at) => !SAME.has(name) && spanish[at] === name)).toEqual([]);
  expect(new Set(spanish).size).toBe(english.length);
  expect(english.map((name) => componentWord("en", name))).toEqual(english);
});

test("a name that the catalogue does not have stays as it is", () => {
  expect(componentWord("es", "Tapper 9")).toBe("Tapper 9");
  expect(componentWord("es", "constructor")).toBe("constructor");
});
