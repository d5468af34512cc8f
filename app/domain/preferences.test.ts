import { expect, it } from "vitest";
import { toMachineView } from "./preferences.ts";

it("knows the three views, and takes nothing else for one", () => {
  expect(["grid", "carousel", "list", "Grid", "", null, "constructor"].map(toMachineView)).toEqual([
    "grid",
    "carousel",
    "list",
    null,
    null,
    null,
    null,
  ]);
});
