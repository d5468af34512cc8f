import { expect, it } from "vitest";
import { quoteOf } from "./quote.ts";

it("quotes a short comment whole, and shows where a long one is cut", () => {
  expect(quoteOf("Belt slipped")).toBe("Belt slipped");
  expect(quoteOf("a".repeat(80))).toBe("a".repeat(80));
  expect(quoteOf("a".repeat(81))).toBe(`${"a".repeat(79)}…`);
  expect(quoteOf(`${"word ".repeat(40)}`)).toMatch(/word…$/);
});

it("cuts no character in two", () => {
  expect(quoteOf(`a${"😀".repeat(100)}`)).toBe(`a${"😀".repeat(78)}…`);
});
