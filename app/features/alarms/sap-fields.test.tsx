import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import type { First, Form } from "./kind-fields.tsx";
import { SapPart } from "./sap-fields.tsx";

const form = { textProps: () => ({}), fieldProps: () => ({}) } as unknown as Form;
const first = { sap: "", sap_rate: "7", sap_unit: "days", sap_rate_stored: "" } as unknown as First;
const shown = async (hasSap: boolean | null, locale: "en" | "es" = "en") =>
  readText(await draw(<SapPart {...{ hasSap, form, first }} name="Jam" />, locale));

it("offers SAP where the plant has it, and says so where nobody can tell", async () => {
  expect(await shown(true)).toContain("SAP notification");
  expect(await shown(false)).toBe("");
  expect(await shown(null)).toContain("could not be read just now");
  expect(await shown(null)).toContain("stays as it is");
  expect(await shown(null, "es")).toContain("no se pudo leer");
});
