import { expect, it } from "vitest";
import { MAKES } from "#app/domain/access/types.ts";
import { BASE_TYPES } from "./base-types.ts";
import { controllerOf, typesOfController } from "./controllers.ts";
import { defaultMappingsOf, plantMappingsOf } from "./default-mappings.ts";
import { parseMachineKey } from "./machine-key.ts";
import { planMappings } from "./plan-mappings.ts";

const typesOf = (make: (typeof MAKES)[number]) =>
  [...BASE_TYPES, ...typesOfController(controllerOf(make))].map((type, index) => ({
    ...type,
    id: index + 1,
    goneAt: null,
  }));

it.each(MAKES)("every mapping of %s fits the types that such a controller reports", (make) => {
  const rows = plantMappingsOf(make);
  const planned = planMappings(
    rows,
    { samplerId: 1, mappings: [], types: typesOf(make) },
    { skipsTaken: false },
  );
  expect(planned.filter(({ outcome }) => outcome !== "added")).toEqual([]);
  expect(rows).toEqual(expect.arrayContaining([...defaultMappingsOf(make)]));
});

it("a Logix has members, arrays and bits, an S7 members and bits, a gateway plain words", () => {
  const keysOf = (make: (typeof MAKES)[number]) =>
    plantMappingsOf(make).map(({ machineKey }) => parseMachineKey(machineKey)!);
  const kinds = (make: (typeof MAKES)[number]) => ({
    child: keysOf(make).some(({ child }) => child !== null),
    index: keysOf(make).some(({ index }) => index !== null),
    bit: keysOf(make).some(({ bit }) => bit !== null),
  });
  expect(kinds("Sun")).toEqual({ child: true, index: true, bit: true });
  expect(kinds("Fosber")).toEqual({ child: true, index: true, bit: true });
  expect(kinds("LMC")).toEqual({ child: false, index: false, bit: false });
});
