import { expect, it } from "vitest";
import { parseAskedMachines, parsePlantAsked } from "./schemas.ts";

const plant = (search: string) => parsePlantAsked(new URLSearchParams(search));

it("reads which machines of which plant are asked for", () => {
  expect(plant("facility=3&from=24")).toEqual({ plantId: 3, from: 24 });
  expect(plant("facility=0")).toEqual({ plantId: 0, from: 0 });
});

it.each(["", "facility=", "facility=x", "facility=-1", "facility=1.5", "facility=1&from=9999"])(
  "does not take %j for a plant",
  (search) => expect(plant(search)).toBeNull(),
);

it("reads up to sixty machines, and all without any", () => {
  expect(parseAskedMachines(null)).toBeNull();
  expect(parseAskedMachines("7,12")).toEqual([7, 12]);
  for (const text of ["", "x", "1,", "1,,2", Array.from({ length: 61 }, () => 1).join(",")])
    expect(parseAskedMachines(text)).toBeUndefined();
});
