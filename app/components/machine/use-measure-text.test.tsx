import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { useMeasureText } from "./use-measure-text.ts";

function Said({ metric, value }: { metric: string; value: number }) {
  const measure = useMeasureText();
  return (
    <>{[measure.title(metric), measure.value(metric, value), measure.unit(metric)].join("|")}</>
  );
}
const said = async (metric: string, value: number, locale: "en" | "es" = "en") =>
  readText(await draw(<Said metric={metric} value={value} />, locale));

it("keeps a tag's unit beside its value, not in its name", async () => {
  expect(await said("bearing_temp_1_f", 124.2)).toBe("Bearing temperature 1|124.2|°F");
  expect(await said("bearing_temp_1_f", 124.2, "es")).toBe("Temperatura de rodamiento 1|124.2|°F");
});

it("gives all values of such a tag as many decimals", async () => {
  expect(await said("bearing_temp_1_f", 129)).toBe("Bearing temperature 1|129.0|°F");
  expect(await said("bearing_temp_1_f", 129.358)).toBe("Bearing temperature 1|129.4|°F");
  expect(await said("motor_vib_mms", 0.123)).toBe("Motor vibration|0.12|mm/s");
});

it("has no unit for a tag that says none", async () => {
  expect(await said("gizmo_temp_1_f", 3)).toBe("Gizmo temp 1 f|3|");
  expect(await said("machine_speed", 3)).toBe("Machine speed|3.0|rpm");
});
