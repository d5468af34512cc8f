import { expect, it } from "vitest";
import { maxOf, minOf } from "./extremes.ts";

it("the least and the most are found of more numbers than a call takes arguments", () => {
  const many = new Set(Array.from({ length: 1_000_000 }, (_, index) => index - 5));
  expect([minOf(many), maxOf(many)]).toEqual([-5, 999_994]);
  expect(() => Math.min(...many)).toThrow(RangeError);
});

it("none have no least and no most, and a number that is none stays so", () => {
  expect([minOf([]), maxOf([])]).toEqual([Infinity, -Infinity]);
  expect([minOf([1, NaN, 0]), maxOf([1, NaN, 2])]).toEqual([NaN, NaN]);
});
