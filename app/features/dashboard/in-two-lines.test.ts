import { expect, test } from "vitest";
import { inTwoLines } from "./in-two-lines.ts";

test("a name is two lines of whole words, as even as can be, and one word stays whole", () => {
  expect(inTwoLines("Jumbo Die Cutter 6")).toEqual(["Jumbo Die", "Cutter 6"]);
  expect(inTwoLines("FFG Test Bench")).toEqual(["FFG Test", "Bench"]);
  expect(inTwoLines("Troqueladora  4")).toEqual(["Troqueladora", "4"]);
  expect(inTwoLines("Corrugadora")).toEqual(["Corrugadora"]);
});
