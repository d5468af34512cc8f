import { expect, it } from "vitest";
import { Checkbox } from "#app/components/forms/checkbox.tsx";
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
  const draw = (isMixed: boolean): boolean => {
    const { ref } = Checkbox({ isMixed }) as unknown as {
      ref: (box: HTMLInputElement | null) => void;
    };
    ref(box);
    ref(null);
    return box.indeterminate;
  };
  expect([draw(true), draw(false)]).toEqual([true, false]);
});
