import { expect, it } from "vitest";
import { toMachineView } from "./machine-view.ts";

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
