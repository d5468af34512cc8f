import { expect, it } from "vitest";
import { formatEither } from "./lists.ts";

it("alternatives are named as each language names them", () => {
  expect(formatEither("en", ["Running", "Running and feeding"])).toBe(
    "Running or Running and feeding",
  );
  expect(formatEither("en", ["a", "b", "c"])).toBe("a, b, or c");
  expect(formatEither("es", ["Lista", "Operando"])).toBe("Lista u Operando");
  expect(formatEither("es", ["Lista"])).toBe("Lista");
});
