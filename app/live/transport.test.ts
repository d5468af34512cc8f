import { expect, it } from "vitest";
import { reconnectionDelays } from "./transport.ts";

it("brings the screens of a plant back one after the other", () => {
  const ofScreens = [0, 0.25, 0.5, 0.75].map((drawn) => reconnectionDelays(() => drawn));
  expect(ofScreens.map(({ minReconnectionDelay }) => minReconnectionDelay)).toEqual([
    500, 875, 1_250, 1_625,
  ]);
  const slowest = ofScreens.map(({ maxReconnectionDelay }) => maxReconnectionDelay);
  expect(slowest.map((ms) => ms - slowest[0]!)).toEqual([0, 500, 1_000, 1_500]);
});
