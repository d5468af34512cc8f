import fc from "fast-check";
import { expect, it } from "vitest";
import { findJsonFault } from "./json-fault.ts";

it.each([
  ["", 0, 1, 1, "a value"],
  ["  ", 2, 1, 3, "a value"],
  ['{"a":NaN}', 5, 1, 6, "a value"],
  ['{"a":1,}', 7, 1, 8, "a name in double quotes"],
  ['{"a" 1}', 5, 1, 6, "a colon"],
  ['{"a":1 "b":2}', 7, 1, 8, 'a comma or "}"'],
  ["[1,2", 4, 1, 5, 'a comma or "]"'],
  ["[1,]", 3, 1, 4, "a value"],
  ["{} x", 3, 1, 4, "the end"],
  ["[01]", 2, 1, 3, 'a comma or "]"'],
  ["[-]", 1, 1, 2, "a value"],
  ['["a\nb"]', 1, 1, 2, "a value"],
  ['{\n "a": [1,\n  Infinity]}', 14, 3, 3, "a value"],
  ["{'a':1}", 1, 1, 2, "a name in double quotes"],
  ["[[],[{}],truth]", 9, 1, 10, "a value"],
])(
  "%j fails at offset %d, line %d, column %d: expected %s",
  (text, offset, line, column, expected) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findJsonFault(text)).toEqual({ offset, line, column, expected });
  },
);

it("finds the end of all that is JSON", () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom("}", "x", ","), (text, rest) => {
      const fault = findJsonFault(` ${text} ${rest}`);
      expect(fault).toMatchObject({ expected: "the end", offset: text.length + 2 });
    }),
  );
});

it("never accepts a cut text as whole", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, cut) => {
      const text = `[${json}`.slice(0, cut % (json.length + 2));
      expect(findJsonFault(text).expected).not.toBe("the end");
    }),
  );
});

it("reads a million open brackets without recursion", () => {
  expect(findJsonFault("[".repeat(1_000_000)).offset).toBe(1_000_000);
});

it("is found in texts of 8 MiB, whatever they are made of", () => {
  const MIB_8 = 8 * 1_048_576;
  const faults = [
    `{"a":"${"x".repeat(MIB_8 - 6)}`,
    `{"a":"${"\\n".repeat(MIB_8 / 2 - 4)}"}x`,
    `{"a":"${"x".repeat(MIB_8 - 9)}"}x`,
    `${"\n".repeat(MIB_8)}`,
  ].map((text) => findJsonFault(text));
  expect(faults.map(({ line, column, expected }) => [line, column, expected])).toEqual([
    [1, 6, "a value"],
    [1, MIB_8 + 1, "the end"],
    [1, MIB_8, "the end"],
    [MIB_8 + 1, 1, "a value"],
  ]);
});
