import { expect, it } from "vitest";
import { planPlace } from "./popover-place.ts";

const PHONE = 844;
const button = (top: number) => ({ top, bottom: top + 44 });

it("opens below its button, and above it where it fits there alone", () => {
  expect(planPlace(button(100), PHONE, 400)).toMatchObject({ top: 148, bottom: null });
  expect(planPlace(button(600), PHONE, 400)).toMatchObject({ top: null, bottom: 248 });
});

it("stands over its button, whole, where it fits on neither side: a calendar with its hour on a phone", () => {
  const place = planPlace(button(380), PHONE, 430);
  expect(place).toEqual({ top: 406, bottom: null, maxHeight: 828 });
  expect(place.top! + 430).toBeLessThanOrEqual(PHONE);
});

it("opens on the side with more room while its height is not known", () => {
  expect(planPlace(button(100), PHONE, 0)).toMatchObject({ top: 148 });
  expect(planPlace(button(700), PHONE, 0)).toMatchObject({ bottom: 148 });
});

it("scrolls at its button what is higher than the window, on the side that has more room", () => {
  expect(planPlace(button(100), PHONE, 2_000)).toEqual({ top: 148, bottom: null, maxHeight: 688 });
  expect(planPlace(button(700), PHONE, 2_000)).toEqual({ top: null, bottom: 148, maxHeight: 688 });
});
