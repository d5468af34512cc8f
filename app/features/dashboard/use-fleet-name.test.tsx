import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import type { FacilityChoice } from "./fleet-types.ts";
import { useFleetName } from "./use-fleet-name.ts";

const facility = (id: number, active = true): FacilityChoice => ({
  ...{ id, name: `Plant ${id}`, city: "Apodaca", state: "NL", timezone: "UTC", active },
});

function Name({ customerName, shown }: { customerName: string | null; shown: boolean[] }) {
  const facilities = shown.map((active, at) => facility(at + 1, active));
  return <h1>{useFleetName({ customerName, facilities, machines: [] })}</h1>;
}

const titleOf = async (
  customerName: string | null,
  shown: boolean[],
  locale: "en" | "es" = "en",
): Promise<string> => readText(await draw(<Name {...{ customerName, shown }} />, locale));

it("is the fleet only while all of its facilities are shown", async () => {
  expect(await titleOf("Acme", [true, true])).toBe("Acme fleet");
  expect(await titleOf("Acme", [true])).toBe("Acme fleet");
  expect(await titleOf("Acme", [])).toBe("Acme fleet");
  expect(await titleOf("Acme", [false, true])).toBe("Plant 2");
  expect(await titleOf("Acme", [true, false, true])).toBe("Acme fleet, 2 of 3 facilities");
  expect(await titleOf("Acme", [true, false, true], "es")).toBe(
    "Flota de Acme, 2 de 3 instalaciones",
  );
});

it("is all fleets to the provider's staff only while all facilities are shown", async () => {
  expect(await titleOf(null, [true, true])).toBe("All fleets");
  expect(await titleOf(null, [true, false])).toBe("Plant 1");
  expect(await titleOf(null, [true, false, true])).toBe("2 of 3 facilities");
});
