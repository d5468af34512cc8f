import { expect, it } from "vitest";
import { clockOffsetMs } from "./clock-offset.ts";

const NOW = Date.UTC(2026, 10, 5, 12);

it("is none where the clocks differ by no more than the way of the page", () => {
  expect(clockOffsetMs(NOW - 2_000, NOW, 2_500)).toBe(0);
  expect(clockOffsetMs(NOW + 20_000, NOW, 2_500)).toBe(0);
});

it("is none of a page whose scripts took long to come: values would seem to be of now for as long", () => {
  expect(clockOffsetMs(NOW - 45_000, NOW, 50_000)).toBe(0);
});

it("is that of a screen whose clock is wrong", () => {
  expect(clockOffsetMs(NOW - 120_000, NOW, 2_500)).toBe(-120_000);
  expect(clockOffsetMs(NOW + 120_000, NOW, 2_500)).toBe(120_000);
  expect(clockOffsetMs(NOW - 120_000, NOW, 50_000)).toBe(-120_000);
});
