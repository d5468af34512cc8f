import { expect, it } from "vitest";
import { titledMeasures } from "./titled-measures.ts";

it("a machine's measures stand by their titles, and the tenth behind the second", () => {
  const words = { title: (metric: string) => metric.replaceAll("_", " ") };
  const titled = titledMeasures(["pump_10", "Valve", "pump_2", "axis_1"], words);
  expect(titled.map(({ title }) => title)).toEqual(["axis 1", "pump 2", "pump 10", "Valve"]);
  expect(titled[0]).toEqual({ metric: "axis_1", title: "axis 1" });
});
