import { expect, it } from "vitest";
import { tagWords } from "./tag-words.ts";

it.each([
  ["bearing_temp_1_f", "Bearing temperature 1", "Temperatura de rodamiento 1", "°F"],
  ["drive_motor_current_a", ...["Drive motor current", "Corriente de motor de accionamiento", "A"]],
  ["oil_pressure_psi", "Oil pressure", "Presión de aceite", "psi"],
  ["drive_load_percent", "Drive load", "Carga de accionamiento", "%"],
  ["main_drive_load_pct", "Main drive load", "Carga de accionamiento principal", "%"],
  ["roll_upper_temp_c", "Roll upper temperature", "Temperatura superior de rodillo", "°C"],
  ["dryer_temp_f", "Dryer temperature", "Temperatura de secador", "°F"],
  ["INK_TEMP", "Ink temperature", "Temperatura de tinta", ""],
])("%s has a name and its unit in both languages", (tag, en, es, unit) => {
  expect(tagWords(tag, "en")).toEqual({ title: en, unit });
  expect(tagWords(tag, "es")).toEqual({ title: es, unit });
});

it.each([
  "N12:4",
  "bearing_1",
  "gizmo_temp_1_f",
  "temp_speed",
  "temp_main",
  "",
  "constructor",
  "__proto___temp",
  "temp_constructor",
])("%j, of which a part is not known, keeps its own", (tag) => {
  expect(tagWords(tag, "en")).toBeNull();
});
