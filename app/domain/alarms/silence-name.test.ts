import { expect, test } from "vitest";
import { alarmNameIn } from "./silence-name.ts";

test("the name that Helios gives a no-data alarm is read in both languages, others stay as they are", () => {
  expect(alarmNameIn("es", "No data from Gateway 3")).toBe("Sin datos de Gateway 3");
  expect(alarmNameIn("en", "No data from Gateway 3")).toBe("No data from Gateway 3");
  expect(alarmNameIn("es", "Compensator current high")).toBe("Compensator current high");
});
