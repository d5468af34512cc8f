import { expect, it } from "vitest";
import { demoValue } from "./demo-values.ts";

it("shows the sample order in demo mode, and of the order system nothing that is real", () => {
  expect(demoValue(0, "kiwiplan_order_number")).toBe("D-20418");
  expect(demoValue(1, "flute_code")).toBe("B");
  expect(demoValue(0, "kiwiplan_customer")).toBeNull();
});

it("leaves machine metrics and everybody outside of demo mode alone", () => {
  expect(demoValue(0, "machine_speed")).toBeUndefined();
  expect(demoValue(null, "kiwiplan_order_number")).toBeUndefined();
});
