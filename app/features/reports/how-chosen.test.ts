import { expect, it } from "vitest";
import { howChosen } from "./how-chosen.ts";

it("a group is chosen, not chosen, or partly, whatever else is chosen", () => {
  const keys = ["a", "b"];
  expect([[], ["c"], ["b", "c"], ["c", "b", "a"]].map((chosen) => howChosen(keys, chosen))).toEqual(
    [false, false, "partly", true],
  );
  expect(howChosen([], ["a"])).toBe(false);
});
