import { expect, it } from "vitest";
import { showMixed } from "#app/components/forms/checkbox.tsx";
import { howChosen } from "./how-chosen.ts";

it("a group is chosen, not chosen, or partly, whatever else is chosen", () => {
  const keys = ["a", "b"];
  expect([[], ["c"], ["b", "c"], ["c", "b", "a"]].map((chosen) => howChosen(keys, chosen))).toEqual(
    [false, false, "partly", true],
  );
  expect(howChosen([], ["a"])).toBe(false);
});

it("a box that stands for several shows that some are checked, and no longer when all or none are", () => {
  const box = { indeterminate: false } as HTMLInputElement;
  showMixed(true)(box);
  expect(box.indeterminate).toBe(true);
  showMixed(false)(box);
  expect(box.indeterminate).toBe(false);
  showMixed(true)(null);
});
